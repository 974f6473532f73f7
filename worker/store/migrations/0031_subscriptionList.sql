-- The list of all customers' subscriptions. Each status has its rows in the order of the list, and `pending` is a range of `active`.
CREATE INDEX subscriptionsByStatus ON subscriptions (account, mode, status, starts, id);
