-- The batch of a change inserts its event, so that neither exists without the other. An event writes two rows: its own and one index entry.
CREATE TABLE events (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- Among the events of the account and mode, from 1 without a gap, in the order of commits. The oldest are deleted first, and the row of the
  -- newest is never deleted, so that no position is reused.
  position INTEGER NOT NULL CHECK (position > 0),
  type TEXT NOT NULL,
  -- The id of the resource, and the number of the event among the resource's events, from 1 without a gap.
  resource TEXT NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  -- Unique among the events of this type and resource, so that a repeated batch inserts no second event. Of a payment: the operation's id.
  occasion TEXT NOT NULL,
  -- 16 bytes for 32 hexadecimal digits. Null for events of background work, empty for the request of the payment's operation.
  storedRequestId ANY,
  requestId TEXT GENERATED ALWAYS AS (iif(typeof(storedRequestId) = 'blob', lower(hex(storedRequestId)), storedRequestId)) VIRTUAL,
  at INTEGER NOT NULL,
  randomBits INTEGER NOT NULL,
  -- The kind of an event whose type has several. NULL: the type determines it.
  kind INTEGER,
  -- JSON: the resource's rows at the event, from which deliveries are made; of a payment only what may change later. Never a sealed value.
  -- Null: past its retention, and invisible. The row is kept for its position until there is a newer one.
  snapshot TEXT,
  -- A UUIDv7 of `at`: 40 bits have the position, added to a multiple of the 34 random bits, which are the last ones. So a read by id finds
  -- the row by its position (worker/store/events/eventId.ts).
  id TEXT NOT NULL GENERATED ALWAYS AS (
    printf('evt-%08x-%04x-7%03x-%04x-%012x',
      at >> 16,
      at & 65535,
      ((position + randomBits * 61681) & 1099511627775) >> 28,
      32768 | ((((position + randomBits * 61681) & 1099511627775) >> 14) & 16383),
      ((((position + randomBits * 61681) & 1099511627775) & 16383) << 34) | randomBits)
  ) VIRTUAL,
  PRIMARY KEY (account, mode, position)
) STRICT, WITHOUT ROWID;

-- The next sequence of a resource, and whether a repeated batch has inserted its event already. Operations number the events of payments.
CREATE INDEX eventsByResource ON events (resource, position) WHERE substr(type, 1, 12) <> 'transaction.';

-- The last sequence of a resource other than a payment, written when the last of its events is purged.
CREATE TABLE eventCounts (
  resource TEXT PRIMARY KEY,
  last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Each account and mode with events, so that the sweep finds old ones without an index by time.
CREATE TABLE eventRetention (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  -- No event is older, except one that is past its retention and kept for its position.
  oldest INTEGER NOT NULL,
  PRIMARY KEY (account, mode)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER eventRetentionBegins AFTER INSERT ON events WHEN NEW.position = 1
BEGIN
  INSERT INTO eventRetention (account, mode, oldest) VALUES (NEW.account, NEW.mode, NEW.at) ON CONFLICT DO NOTHING;
END;
