-- Members by email address, for sign-in with Cloudflare Access.
CREATE INDEX membersByEmail ON members (lower(email)) WHERE removed IS NULL;
