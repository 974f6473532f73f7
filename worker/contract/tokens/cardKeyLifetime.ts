const dayMs = 86_400_000

/** How long GET /v1/encryptionkeys returns a key, from its creation. */
export const cardKeyPublishedMs = 30 * dayMs

/** How long a key decrypts, from its creation: as long again, for clients that fetched it before it was replaced. Then it is deleted. */
export const cardKeyLifetimeMs = 2 * cardKeyPublishedMs

/** How far the clock that dates an encrypted card may be ahead, in seconds. */
export const encryptedCardClockSkewSeconds = 300
