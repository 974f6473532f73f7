/**
 * Operations, with their database round trips without and with the key cache. A test counts them, and the documentation prints them.
 * The last member names the function of the test.
 */
export const roundTrips = [
  ['POST /v1/tokens', 2, 1, 'tokenize'],
  ['authorize by token', 3, 2, 'authorizeByToken'],
  ['authorize by card', 3, 2, 'authorizeByCard'],
  // One more than a plain card, for the decryption key, which is cached for the lifetime of the isolate.
  ['authorize by encrypted card', 4, 2, 'authorizeByEncryptedCard'],
  ['sale by token', 3, 2, 'saleByToken'],
  ['sale with an Idempotency-Key', 3, 2, 'saleWithIdempotencyKey'],
  ['authorize by cash', 3, 2, 'authorizeByCash'],
  // The idempotency key is stored in the batch that creates the payment, whose row is the stored response.
  ['authorize with an Idempotency-Key', 3, 2, 'authorizeWithIdempotencyKey'],
  ['a declined authorize', 3, 2, 'decline'],
  ['capture', 3, 2, 'capture'],
  ['capture with an Idempotency-Key', 3, 2, 'captureWithIdempotencyKey'],
  ['a rejected capture', 2, 1, 'rejectedCapture'],
  ['void', 3, 2, 'void'],
  ['referenced credit', 3, 2, 'credit'],
  ['unreferenced credit', 3, 2, 'unreferencedCredit'],
  ['GET /v1/transactions/{id}', 2, 1, 'getTransaction'],
  ['GET /v1/account', 1, 0, 'getAccount'],
  // The pairing attempt is counted before the code is used.
  ['POST /v1/terminals', 3, 2, 'registerTerminal'],
  ['GET /v1/terminals/{Terminal}', 2, 1, 'getTerminal'],
  // The payment is created and its outcome read here; the terminal's object writes between.
  ['authorize at a terminal', 3, 2, 'authorizeAtTerminal'],
] as const satisfies readonly (readonly [name: string, uncached: number, cached: number, operation: string])[]
