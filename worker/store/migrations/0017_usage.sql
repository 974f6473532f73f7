-- What an account keeps in each mode, by quota (worker/contract/quotas.ts). Triggers keep it for rows that are rarely written, so that no
-- write, purge or erasure can forget it; the sweep adds payments and their orders. worker/store/accounts/usage.test.ts compares it with the counted rows.
-- The positions of events count them.
CREATE TABLE usage (
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  name TEXT NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (account, mode, name)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER apiKeysKept AFTER INSERT ON apiKeys WHEN NEW.revoked IS NULL
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'apiKeys', 1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER apiKeysChanged AFTER UPDATE OF revoked ON apiKeys WHEN (NEW.revoked IS NULL) <> (OLD.revoked IS NULL)
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'apiKeys', iif(NEW.revoked IS NULL, 1, -1))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER apiKeysRemoved AFTER DELETE ON apiKeys WHEN OLD.revoked IS NULL
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (OLD.account, OLD.mode, 'apiKeys', -1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER checkoutsKept AFTER INSERT ON checkouts WHEN NEW.announceExpiry IS NOT NULL
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'checkouts', 1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER checkoutsChanged AFTER UPDATE OF announceExpiry ON checkouts WHEN (NEW.announceExpiry IS NOT NULL) <> (OLD.announceExpiry IS NOT NULL)
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'checkouts', iif(NEW.announceExpiry IS NOT NULL, 1, -1))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER checkoutsRemoved AFTER DELETE ON checkouts WHEN OLD.announceExpiry IS NOT NULL
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (OLD.account, OLD.mode, 'checkouts', -1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER checkoutsBytesKept AFTER INSERT ON checkouts WHEN length(NEW.offer) > 0
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'bytes', length(NEW.offer))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER checkoutsBytesChanged AFTER UPDATE OF offer ON checkouts
WHEN coalesce(length(NEW.offer), 0) <> coalesce(length(OLD.offer), 0)
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'bytes', coalesce(length(NEW.offer), 0) - coalesce(length(OLD.offer), 0))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER checkoutsBytesRemoved AFTER DELETE ON checkouts WHEN length(OLD.offer) > 0
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (OLD.account, OLD.mode, 'bytes', -(length(OLD.offer)))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER customersKept AFTER INSERT ON customers WHEN NEW.deleted IS NULL
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'customers', 1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER customersChanged AFTER UPDATE OF deleted ON customers WHEN (NEW.deleted IS NULL) <> (OLD.deleted IS NULL)
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'customers', iif(NEW.deleted IS NULL, 1, -1))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER customersRemoved AFTER DELETE ON customers WHEN OLD.deleted IS NULL
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (OLD.account, OLD.mode, 'customers', -1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER customersBytesKept AFTER INSERT ON customers WHEN length(NEW.metadata) + length(NEW.shippingAddress) > 0
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'bytes', length(NEW.metadata) + length(NEW.shippingAddress))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER customersBytesChanged AFTER UPDATE OF metadata, shippingAddress ON customers
WHEN coalesce(length(NEW.metadata) + length(NEW.shippingAddress), 0) <> coalesce(length(OLD.metadata) + length(OLD.shippingAddress), 0)
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'bytes', coalesce(length(NEW.metadata) + length(NEW.shippingAddress), 0) - coalesce(length(OLD.metadata) + length(OLD.shippingAddress), 0))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER customersBytesRemoved AFTER DELETE ON customers WHEN length(OLD.metadata) + length(OLD.shippingAddress) > 0
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (OLD.account, OLD.mode, 'bytes', -(length(OLD.metadata) + length(OLD.shippingAddress)))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER plansKept AFTER INSERT ON plans WHEN NEW.deleted IS NULL
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'plans', 1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER plansChanged AFTER UPDATE OF deleted ON plans WHEN (NEW.deleted IS NULL) <> (OLD.deleted IS NULL)
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'plans', iif(NEW.deleted IS NULL, 1, -1))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER plansRemoved AFTER DELETE ON plans WHEN OLD.deleted IS NULL
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (OLD.account, OLD.mode, 'plans', -1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER subscriptionsKept AFTER INSERT ON subscriptions WHEN NEW.status NOT IN ('completed', 'canceled')
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'subscriptions', 1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER subscriptionsChanged AFTER UPDATE OF status ON subscriptions WHEN (NEW.status NOT IN ('completed', 'canceled')) <> (OLD.status NOT IN ('completed', 'canceled'))
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'subscriptions', iif(NEW.status NOT IN ('completed', 'canceled'), 1, -1))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER subscriptionsRemoved AFTER DELETE ON subscriptions WHEN OLD.status NOT IN ('completed', 'canceled')
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (OLD.account, OLD.mode, 'subscriptions', -1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER terminalsKept AFTER INSERT ON terminals WHEN NEW.deleted IS NULL
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'terminals', 1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER terminalsChanged AFTER UPDATE OF deleted ON terminals WHEN (NEW.deleted IS NULL) <> (OLD.deleted IS NULL)
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'terminals', iif(NEW.deleted IS NULL, 1, -1))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER terminalsRemoved AFTER DELETE ON terminals WHEN OLD.deleted IS NULL
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (OLD.account, OLD.mode, 'terminals', -1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

-- Payments are counted by the sweep that reads their first operations (worker/store/transactions/scans.ts). These triggers count the few that
-- no scan reads: they write nothing for the others.
CREATE TRIGGER paymentsKept AFTER INSERT ON transactions WHEN NEW.isCounted = 1
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'payments', 1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER transactionsBytesKept AFTER INSERT ON transactions WHEN NEW.isCounted = 1 AND length(NEW.orderData) > 0
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'bytes', length(NEW.orderData))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER transactionsBytesChanged AFTER UPDATE OF orderData ON transactions
WHEN coalesce(length(NEW.orderData), 0) <> coalesce(length(OLD.orderData), 0)
  AND (NEW.isCounted = 1 OR NEW.id <= (SELECT position FROM sweepPositions WHERE name = 'operations'))
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'bytes', coalesce(length(NEW.orderData), 0) - coalesce(length(OLD.orderData), 0))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER walletEntriesKept AFTER INSERT ON walletEntries WHEN NEW.deleted IS NULL
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'walletEntries', 1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER walletEntriesChanged AFTER UPDATE OF deleted ON walletEntries WHEN (NEW.deleted IS NULL) <> (OLD.deleted IS NULL)
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (NEW.account, NEW.mode, 'walletEntries', iif(NEW.deleted IS NULL, 1, -1))
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;

CREATE TRIGGER walletEntriesRemoved AFTER DELETE ON walletEntries WHEN OLD.deleted IS NULL
BEGIN
  INSERT INTO usage (account, mode, name, total) VALUES (OLD.account, OLD.mode, 'walletEntries', -1)
  ON CONFLICT DO UPDATE SET total = total + excluded.total;
END;
