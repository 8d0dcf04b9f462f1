// Who is signed in, in this browser: the tokens, and their renewal.

const place = "formwright.stories.session";

/** What the service answers instead of a result; `status` is 0 if it cannot be reached. */
export class StoryError extends Error {
    constructor(status, code, message) {
        super(message);
        this.status = status;
        this.code = code;
    }
}

/** What the service's codes mean to a person; others come with a sentence of their own. */
const sentences = {
    invalid_credentials: "The e-mail address or the password is wrong.",
    over_request_rate_limit: "There were too many attempts. Wait a few minutes, then try again.",
    signup_disabled: "This invite has been used or has expired. Check the code, or ask your family for a new one.",
    user_already_exists: "There is an account with this address already.",
    same_password: "The new password must be another than the old one.",
};

/**
 * The session of this browser.
 *
 * Who is logged in to the pages of the service is signed in here, too: with a token that only this tab knows, and that the
 * service gives while that login lasts. Others sign in here; their session is kept in the browser, and other tabs share it.
 */
export class Session {
    #key;
    #renewal = null;
    /** Whether somebody is logged in to all pages. */
    #isLogin;
    /** The token of that login, as a stored session. */
    #login = null;

    /** `key` is the app's key, which every request has; `isLogin` tells that somebody is logged in to all pages. */
    constructor(key, isLogin) {
        this.#key = key;
        this.#isLogin = isLogin;
    }

    /** Whether the session is that of all pages. */
    get isLogin() {
        return this.#isLogin;
    }

    /** Begins the session of somebody who is logged in to all pages; nothing is left of one that was only for this page. */
    async begin() {
        if (!this.#isLogin) return;
        const own = this.#kept;
        localStorage.removeItem(place);
        if (own) await this.#end(own.access);
        await this.renew(undefined);
    }

    /** What the browser keeps of somebody who has signed in here. */
    get #kept() {
        try {
            return JSON.parse(localStorage.getItem(place));
        } catch {
            return null;
        }
    }

    get #stored() {
        return this.#isLogin ? this.#login : this.#kept;
    }

    #store(answer) {
        localStorage.setItem(place, JSON.stringify({
            access: answer.access_token, refresh: answer.refresh_token, expires: answer.expires_at, user: answer.user.id,
            email: answer.user.email,
        }));
    }

    get user() {
        return this.#stored?.user ?? null;
    }

    /** The user's e-mail address, or the name of somebody who is logged in to all pages. */
    get name() {
        return this.#stored?.name ?? this.#stored?.email ?? null;
    }

    /** Signs in. */
    async signIn(email, password) {
        this.#store(await this.#ask("/token?grant_type=password", { email, password }));
    }

    /** Makes a user who joins by an invite, and signs in. */
    async signUp(email, password, inviteCode) {
        this.#store(await this.#ask("/signup", { email, password, data: { invite_code: inviteCode } }));
    }

    /** Sets another password, which ends all other sessions of the user. */
    async changePassword(old, password) {
        // The service takes a new password in a session that has just begun, which also proves that the old one is known.
        const begun = await this.#ask("/token?grant_type=password", { email: this.#kept?.email, password: old });
        try {
            await this.#ask("/user", { password }, { method: "PUT", token: begun.access_token });
        } catch (error) {
            await this.#end(begun.access_token);
            throw error;
        }
        this.#store(begun);
    }

    /** Ends the session here; without an answer of the service, it ends there by itself. */
    async signOut() {
        const token = this.#stored?.access;
        localStorage.removeItem(place);
        if (token) await this.#end(token);
    }

    async #end(token) {
        await fetch("/auth/v1/logout?scope=local", {
            method: "POST", headers: { apikey: this.#key, Authorization: `Bearer ${token}` },
        }).catch(() => null);
    }

    /** The headers of a request, with a token that is still valid for a minute. */
    async headers() {
        if (this.#isOver(60)) await this.renew(this.#stored.access);
        const token = this.#stored?.access;
        return { apikey: this.#key, Authorization: `Bearer ${token ?? this.#key}` };
    }

    /** A token for a connection, and the app's key. */
    async credentials() {
        // A page that only lies open must not keep the login of all pages in use.
        if (!this.#isLogin) await this.headers();
        else if (this.#isOver(0)) throw new StoryError(401, "session_over", "The token is over.");
        return { key: this.#key, token: this.#stored?.access ?? null };
    }

    /** Whether the token is over in some seconds. */
    #isOver(seconds) {
        return this.#stored !== null && this.#stored.expires - Date.now() / 1000 < seconds;
    }

    /** Replaces a token that is over, once for all requests that wait; returns whether there is another. */
    async renew(old) {
        if (this.#isLogin) return (this.#renewal ??= this.#renewLogin(old).finally(() => (this.#renewal = null)));
        const renewed = async () => {
            const stored = this.#stored;
            if (!stored) return false;
            // Another tab was faster.
            if (stored.access !== old) return true;
            try {
                this.#store(await this.#ask("/token?grant_type=refresh_token", { refresh_token: stored.refresh }));
                return true;
            } catch (error) {
                if (error.status >= 400 && error.status < 500 && error.status !== 429) localStorage.removeItem(place);
                else throw error;
                return false;
            }
        };
        // Tabs take turns: a refresh token can be used once.
        this.#renewal ??= (navigator.locks ? navigator.locks.request(place, renewed) : renewed())
            .finally(() => (this.#renewal = null));
        return this.#renewal;
    }

    async #renewLogin(old) {
        if (this.#login?.access !== old) return this.#login !== null;
        let response;
        try {
            response = await fetch("/stories/session", { method: "POST" });
        } catch {
            throw new StoryError(0, "unreachable", "The service cannot be reached.");
        }
        if (response.ok) {
            const { accessToken, expiresAt, user, name } = await response.json();
            this.#login = { access: accessToken, expires: expiresAt, user, name };
            return true;
        }
        if (![401, 403].includes(response.status)) {
            throw new StoryError(response.status, "unreachable", "The service could not do this; try again later.");
        }
        // The login is over, in whatever way it was ended.
        [this.#isLogin, this.#login] = [false, null];
        return false;
    }

    async #ask(path, json, { method = "POST", token = null } = {}) {
        let response;
        try {
            response = await fetch(`/auth/v1${path}`, {
                method, body: JSON.stringify(json), headers: {
                    apikey: this.#key, "Content-Type": "application/json", "X-Supabase-Api-Version": "2024-01-01",
                    ...(token ? { Authorization: `Bearer ${token}` } : {}),
                },
            });
        } catch {
            throw new StoryError(0, "unreachable", "The service cannot be reached.");
        }
        const body = await response.json().catch(() => ({}));
        if (response.ok) return body;
        const code = body.code ?? body.error;
        throw new StoryError(response.status, code, sentences[code] ?? body.message ?? "The service could not do this.");
    }
}
