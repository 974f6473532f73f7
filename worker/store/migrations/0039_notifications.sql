-- Messages of processors that were applied, each once. The messages themselves are not stored.
CREATE TABLE notifications (
  connection TEXT NOT NULL,
  -- SHA-256 of the message's id at the processor.
  id TEXT NOT NULL,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  kind TEXT NOT NULL CHECK (kind IN ('outcome', 'dispute', 'return')),
  -- The operation that it is about. Null: the gateway does not know it.
  operation INTEGER,
  result TEXT NOT NULL CHECK (result IN ('applied', 'contradicted', 'unknown_operation')),
  -- When the processor sent it, by its own clock, and when it was applied. Milliseconds since 1970.
  at INTEGER NOT NULL,
  received INTEGER NOT NULL,
  PRIMARY KEY (connection, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX notificationsByReceived ON notifications (received);

-- Operations by the reference of a connection's processor, for messages that lack ours. A reference that cannot be read has no entry.
CREATE INDEX operationsByTheirs ON operations (
  CASE WHEN json_valid(processorRef) THEN processorRef ->> '$.connection' END,
  CASE WHEN json_valid(processorRef) THEN processorRef ->> '$.raw' END
)
WHERE CASE WHEN json_valid(processorRef) THEN processorRef ->> '$.connection' END IS NOT NULL
  AND CASE WHEN json_valid(processorRef) THEN processorRef ->> '$.raw' END IS NOT NULL;

-- An operation can need attention after its end: a message contradicts its outcome. Only the end of a pending one clears its attention.
DROP TRIGGER attentionEnded;
CREATE TRIGGER attentionEnded AFTER UPDATE OF status ON operations
WHEN OLD.attention IS NOT NULL AND OLD.status = 'pending' AND NEW.status <> 'pending'
BEGIN
  UPDATE operations SET attention = NULL, attentionReason = NULL WHERE id = NEW.id;
END;
