-- Operations that a person has to look up at the processor: reversals without an acknowledgement, and captures, voids and credits without an
-- outcome, after the schedule of attempts. They stay pending and are attempted daily.

-- Since when, and why: a value of attentionReasons in worker/contract/transactions/attention.ts. Only of pending operations.
ALTER TABLE operations ADD COLUMN attention INTEGER;
ALTER TABLE operations ADD COLUMN attentionReason TEXT;
-- The request in which a person decided how the operation ended.
ALTER TABLE operations ADD COLUMN resolvedBy TEXT;
-- Of an authorization: 1 if its message also captures, which the row alone would not show while the outcome is unknown.
ALTER TABLE operations ADD COLUMN capturesNow INTEGER;

-- The earliest `attention` of the operations of a transaction.
ALTER TABLE transactions ADD COLUMN attention INTEGER;
CREATE INDEX transactionsByAttention ON transactions (account, mode, created, id) WHERE attention IS NOT NULL;

-- Each statement that ends an operation clears its attention, so no statement can forget it.
CREATE TRIGGER attentionEnded AFTER UPDATE OF status ON operations WHEN OLD.attention IS NOT NULL AND NEW.status <> 'pending'
BEGIN
  UPDATE operations SET attention = NULL, attentionReason = NULL WHERE id = NEW.id;
END;

CREATE TRIGGER attentionChanged AFTER UPDATE OF attention ON operations WHEN OLD.attention IS NOT NEW.attention
BEGIN
  UPDATE transactions SET updated = NEW.updated,
    attention = (SELECT min(attention) FROM operations WHERE transactionId = NEW.transactionId)
  WHERE id = NEW.transactionId;
END;

-- The kind of an event whose type has several. NULL: the type determines it.
ALTER TABLE events ADD COLUMN kind INTEGER;

-- Reversals that ended without an acknowledgement: the sweep attempts them again.
UPDATE operations SET status = 'pending', due = updated WHERE type = 'reversal' AND status = 'failed';
