-- Who changed what, when, with which key. Append-only.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  account TEXT NOT NULL,
  at INTEGER NOT NULL,
  key TEXT NOT NULL,
  requestId TEXT NOT NULL,
  action TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;

CREATE INDEX auditByAccount ON audit (account, at);
-- Audit entries about a customer.
CREATE INDEX auditByCustomer ON audit (account, detail ->> '$.customer', id) WHERE detail ->> '$.customer' IS NOT NULL;
