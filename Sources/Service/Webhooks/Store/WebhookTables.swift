package import PipelineSQL
import SQL

/// The tables of webhooks: positions in the feed, and messages not yet taken.
package enum WebhookTables {
    /// A message that its receiver has taken is deleted.
    package static let schema = DomainSchema(
        "webhooks",
        migrations: [
            DomainSchema.Migration("deliveries") { db in
                let dialect = db.dialect
                let (text, integer) = (dialect.text, dialect.integer)
                try db.script(
                    """
                    CREATE TABLE webhooks_receivers (
                        name \(text) NOT NULL PRIMARY KEY,
                        position \(integer) NOT NULL,
                        delivered_at \(integer)
                    ) \(dialect.tableOptions);
                    CREATE TABLE webhooks_deliveries (
                        id \(text) NOT NULL PRIMARY KEY,
                        receiver \(text) NOT NULL,
                        sequence \(integer) NOT NULL,
                        event \(text) NOT NULL,
                        document \(text) NOT NULL,
                        kind \(text) NOT NULL,
                        owner \(text) NOT NULL,
                        at \(integer) NOT NULL,
                        code \(text),
                        attempts \(integer) NOT NULL DEFAULT 0,
                        -- When the next try is due, or the lease of the current one ends; null after the last one.
                        next_at \(integer),
                        reason \(text),
                        UNIQUE (receiver, sequence)
                    ) \(dialect.tableOptions);
                    CREATE INDEX webhooks_deliveries_due ON webhooks_deliveries (receiver, next_at);
                    CREATE INDEX webhooks_deliveries_by_time ON webhooks_deliveries (at);
                    """)
            }
        ])
}
