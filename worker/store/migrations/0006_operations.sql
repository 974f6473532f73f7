-- Operations of transactions.
CREATE TABLE operations (
  id INTEGER PRIMARY KEY,
  transactionId INTEGER NOT NULL REFERENCES transactions (id),
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  type TEXT NOT NULL CHECK (type IN ('authorize', 'capture', 'void', 'credit', 'reversal')),
  status TEXT NOT NULL,
  amount INTEGER NOT NULL,
  responseCode TEXT,
  authCode TEXT,
  latency INTEGER NOT NULL DEFAULT 0,
  avs TEXT,
  cvv TEXT,
  -- The processor's references of the operation, stored before the request is sent: a merge patch (RFC 7396) of the references that the row
  -- implies, which are half of them. `compactRef` in worker/store/transactions/columns.ts makes it.
  storedRef TEXT,
  -- All references. What is no JSON stays as it is, and fails when it is decoded.
  processorRef TEXT GENERATED ALWAYS AS (
    CASE WHEN json_valid(storedRef)
      THEN json_patch(
        json_object('account', account, 'op', CAST(id AS TEXT), 'root', CAST(transactionId AS TEXT), 'created', created, 'realTime', created),
        storedRef)
      ELSE storedRef END
  ) VIRTUAL,
  -- Of a reversal: number of attempts, and the operation that it undoes.
  attempts INTEGER NOT NULL DEFAULT 0,
  undoes INTEGER REFERENCES operations (id),
  -- When the sweep processes it. Only of pending operations.
  due INTEGER,
  -- 1: the sweep has not read the operation yet and finds it by its id.
  awaitsScan INTEGER NOT NULL DEFAULT 0 CHECK (awaitsScan IN (0, 1)),
  -- 16 bytes for 32 hexadecimal digits (worker/store/sql/requestIds.ts), and as text.
  storedRequestId ANY NOT NULL,
  requestId TEXT GENERATED ALWAYS AS (iif(typeof(storedRequestId) = 'blob', lower(hex(storedRequestId)), storedRequestId)) VIRTUAL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  -- Of a void: the operation that it undoes (the first operation stands for the whole payment).
  target INTEGER REFERENCES operations (id),
  -- 1 for the last capture of a payment.
  final INTEGER NOT NULL DEFAULT 0,
  -- The part of the hold that this operation released.
  released INTEGER NOT NULL DEFAULT 0,
  -- Details of a decline beyond its code, as JSON.
  details TEXT,
  initiatedByUserId TEXT,
  referenceTransactionId TEXT,
  -- The batch that a capture or credit was settled in.
  batchId TEXT,
  -- Of approved captures and credits: the settlement cycle of the account and mode in which it was approved. One batch settles a cycle. -1: the
  -- processor settles it, and its report has not shown that yet. Then it joins the current cycle.
  settlementCycle INTEGER,
  -- The scheduled return or dispute of a settled operation as JSON (event, code), and its time. Set by simulated processors.
  foreseen TEXT,
  foreseenAt INTEGER,
  -- The order of a credit that refunds a payment. Names differ from those of `transactions`, which queries join without qualifying columns.
  creditOrder TEXT,
  -- referenceObject and referenceObjectId of that order, joined by a colon, and the time of the payment, for the search.
  creditReference TEXT,
  paymentCreated INTEGER,
  creditReferenceObjectId TEXT GENERATED ALWAYS AS (creditOrder ->> '$.referenceObjectId') VIRTUAL,
  -- Since when, and why: a value of attentionReasons in worker/contract/transactions/attention.ts. Only of pending operations, and of those whose outcome a message contradicts.
  attention INTEGER,
  attentionReason TEXT,
  -- The request in which a person decided how the operation ended.
  resolvedBy TEXT,
  -- Of an authorization: 1 if its message also captures, which the row alone would not show while the outcome is unknown.
  capturesNow INTEGER,
  -- The operation's newest event: its number among the events of the payment, and a position among the account's events that it has or follows
  -- closely. They are written with the change itself, so that payments need no index of their events (worker/store/transactions/eventNumbers.ts).
  eventSequence INTEGER,
  eventPosition INTEGER,
  -- A capture or credit that is approved without a cycle would never be settled.
  CHECK (settlementCycle IS NOT NULL OR status <> 'approved' OR type NOT IN ('capture', 'credit'))
) STRICT;

-- Operations of a payment, without the first one, which has the payment's id.
CREATE INDEX operationsByTransaction ON operations (transactionId, id) WHERE id <> transactionId;
-- Most operations end before the sweep reads them by their ids, and never have an entry (worker/store/sql/sweepPositions.ts).
-- Reversals, also of abandoned payments, have their own: nothing else may delay them. 09: the processor has accepted the operation.
CREATE INDEX operationsToReverse ON operations (account, mode, due)
  WHERE due IS NOT NULL AND awaitsScan = 0 AND (type = 'reversal' OR (id = transactionId AND responseCode IS NOT '09'));
CREATE INDEX operationsToFollowUp ON operations (account, mode, due)
  WHERE due IS NOT NULL AND awaitsScan = 0 AND NOT (type = 'reversal' OR (id = transactionId AND responseCode IS NOT '09'));
-- An operation has at most one reversal.
CREATE UNIQUE INDEX reversalOnce ON operations (undoes) WHERE undoes IS NOT NULL;
-- Captures and credits of a settlement cycle, by payment: what the next batch settles, and the operations of a batch. An entry is written at
-- the approval and stays at settlement, since none of its columns changes.
CREATE INDEX operationsByCycle ON operations (account, mode, settlementCycle, transactionId)
  WHERE settlementCycle IS NOT NULL;
CREATE INDEX operationsForeseen ON operations (account, mode, foreseenAt) WHERE foreseenAt IS NOT NULL;
-- Refunds by the numbers of their own orders.
CREATE INDEX operationsByReference ON operations (account, mode, creditReference, paymentCreated, transactionId)
  WHERE creditReference IS NOT NULL;
CREATE INDEX operationsByReferenceObjectId ON operations (account, mode, creditReferenceObjectId, paymentCreated, transactionId)
  WHERE creditReferenceObjectId IS NOT NULL;
-- Operations by the reference of a connection's processor, of processors whose messages lack ours. A reference that cannot be read has no
-- entry.
CREATE INDEX operationsByTheirs ON operations (
  CASE WHEN json_valid(storedRef) THEN storedRef ->> '$.connection' END,
  CASE WHEN json_valid(storedRef) THEN storedRef ->> '$.theirs' END
)
WHERE CASE WHEN json_valid(storedRef) THEN storedRef ->> '$.connection' END IS NOT NULL
  AND CASE WHEN json_valid(storedRef) THEN storedRef ->> '$.theirs' END IS NOT NULL;

-- Signatures of shoppers: sealed images in base64.
CREATE TABLE signatures (
  transactionId INTEGER PRIMARY KEY REFERENCES transactions (id),
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  sealed TEXT NOT NULL,
  wrappedKey TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;

-- The transaction shows the earliest attention of its operations.
CREATE TRIGGER attentionChanged AFTER UPDATE OF attention ON operations WHEN OLD.attention IS NOT NEW.attention
BEGIN
  UPDATE transactions SET updated = NEW.updated,
    attention = (SELECT min(attention) FROM operations
                 WHERE id = NEW.transactionId OR (transactionId = NEW.transactionId AND id <> transactionId))
  WHERE id = NEW.transactionId;
END;

-- Each statement that ends an operation clears its attention, so no statement can forget it.
CREATE TRIGGER attentionEnded AFTER UPDATE OF status ON operations
WHEN OLD.attention IS NOT NULL AND OLD.status = 'pending' AND NEW.status <> 'pending'
BEGIN
  UPDATE operations SET attention = NULL, attentionReason = NULL WHERE id = NEW.id;
END;
