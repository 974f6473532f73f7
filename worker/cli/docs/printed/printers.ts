import * as limits from './limits.ts'
import type { Printer } from './regions.ts'
import * as responseCodes from './responseCodes.ts'
import * as scopes from './scopes.ts'
import * as short from './short.ts'
import * as webhooks from './webhooks.ts'

/**
 * The tables that documents include, by name: each function that a file of this folder exports. A region of a document names its printer:
 *
 *     <!-- printed: webhookRetries -->
 *     <!-- end of printed -->
 *
 * `npm run docs:print` fills the regions. Each printer is used by at least one document.
 */
export const printers: Readonly<Record<string, Printer>> = {
  // accountQuotas, lifetimes, rateLimits, sizeLimits, timeLimits
  ...limits,
  // approvals, avsResults, bankAccountDeclines, cardDeclines, cvvResults, gatewayDeclines, retryAdvice
  ...responseCodes,
  // operationScopes, publishableOperations, scopeSummary
  ...scopes,
  // errorTypesShort, supportedLanguages, testCardsShort
  ...short,
  // eventKinds, webhookOperations, webhookRetries
  ...webhooks,
}
