// Changes that others make, as they happen: the service's realtime connection (Phoenix messages, version 2.0.0).

const tables = ["artworks", "artwork_reactions", "artwork_comments"];
const heartbeat = 25_000;

/** Listens to the changes of a family's rows, and connects again after a pause when the connection breaks. */
export class Changes {
    #session;
    #change;
    #socket = null;
    #timer = 0;
    #pause = 1000;
    #reference = 0;
    #isStopped = false;

    /** `change` gets the table, the verb and the row of each change; and nothing after a gap, in which anything may have changed. */
    constructor(session, change) {
        this.#session = session;
        this.#change = change;
        this.#connect(false);
    }

    stop() {
        this.#isStopped = true;
        clearTimeout(this.#timer);
        clearInterval(this.#timer);
        this.#socket?.close();
    }

    async #connect(isAgain) {
        let credentials;
        try {
            credentials = await this.#session.credentials();
        } catch {
            return this.#connectLater();
        }
        if (this.#isStopped || !credentials.token) return;
        const address = new URL(`/realtime/v1/websocket?apikey=${encodeURIComponent(credentials.key)}&vsn=2.0.0`, location.href);
        address.protocol = address.protocol.replace("http", "ws");
        const socket = (this.#socket = new WebSocket(address));
        socket.addEventListener("open", () => {
            this.#send("realtime:stories", "phx_join", {
                config: { postgres_changes: tables.map((table) => ({ event: "*", schema: "public", table })) },
                access_token: credentials.token,
            });
            this.#timer = setInterval(() => this.#beat(), heartbeat);
        });
        socket.addEventListener("message", ({ data }) => {
            const [, , , event, payload] = JSON.parse(data);
            if (event === "system" && payload.status === "ok") {
                this.#pause = 1000;
                if (isAgain) this.#change(null);
            }
            if (event !== "postgres_changes") return;
            const { table, type, record, old_record: old } = payload.data;
            this.#change({ table, verb: type, row: type === "DELETE" ? old : record });
        });
        socket.addEventListener("close", () => {
            clearInterval(this.#timer);
            this.#connectLater();
        });
    }

    #connectLater() {
        if (this.#isStopped) return;
        this.#timer = setTimeout(() => this.#connect(true), this.#pause);
        this.#pause = Math.min(60_000, this.#pause * 2);
    }

    async #beat() {
        this.#send("phoenix", "heartbeat", {});
        try {
            const { token } = await this.#session.credentials();
            if (token) this.#send("realtime:stories", "access_token", { access_token: token });
        } catch {
            // The service will end the connection when the token is over.
        }
    }

    #send(topic, event, payload) {
        if (this.#socket?.readyState !== WebSocket.OPEN) return;
        this.#socket.send(JSON.stringify(["1", String(++this.#reference), topic, event, payload]));
    }
}
