-- Idempotency keys of clients are stored as an HMAC from now on. SQL cannot compute it, so keys in clear are deleted.
DELETE FROM idempotency;
