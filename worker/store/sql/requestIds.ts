/**
 * The value of a column `storedRequestId` as SQL: 32 hexadecimal digits as 16 bytes, another id as it is. The column `requestId` of the same
 * table is the text.
 *
 * @param requestId as SQL
 */
export const toStoredRequestId = (requestId: string): string =>
  `(SELECT iif(lower(hex(unhex(text))) = text, unhex(text), text) FROM (SELECT ${requestId} AS text))`
