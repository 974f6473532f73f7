import * as appearance from './appearance.ts'
import * as client from './client.ts'
import * as deviceProtocol from './deviceProtocol.ts'
import * as elements from './elements.ts'
import * as limits from './limits.ts'
import * as measures from './measures.ts'
import * as nmi from './nmi.ts'
import * as processors from './processors.ts'
import * as quality from './quality.ts'
import type { Printer } from './regions.ts'
import * as responseCodes from './responseCodes.ts'
import * as scopes from './scopes.ts'
import * as settings from './settings.ts'
import * as short from './short.ts'
import * as testCards from './testCards.ts'
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
  // brandAppearance, formAppearance, invoiceAppearance, phoneAppearance
  ...appearance,
  // clientMethods, webhookErrorReasons
  ...client,
  // deviceCloseCodes, deviceEntryModes, deviceErrorTypes, deviceMessages, devicePrompts, deviceProtocolLimits, deviceRejections,
  // deviceSessionEvents, deviceSessionStates, exampleProof, gatewayMessages, pairingCharacters
  ...deviceProtocol,
  // cardAttributes, cardEvents, cardMethods, cardParts, cardProperties, cardStyles, cardTexts,
  // checkoutAttributes, checkoutEvents, checkoutMethods, checkoutParts, checkoutProperties, checkoutStyles
  ...elements,
  // accountQuotas, lifetimes, rateLimits, sizeLimits, timeLimits
  ...limits,
  // roundTrips, shippedSizes
  ...measures,
  // nmiAvsResults, nmiCvvResults, nmiRejections, nmiResultCodes, nmiTestCards
  ...nmi,
  // capabilities, nmiSettings, processorAbilities, simulatorSettings
  ...processors,
  // cardFormProblems, claims, threatControls
  ...quality,
  // approvals, avsResults, bankAccountDeclines, cardDeclines, cvvResults, gatewayDeclines, retryAdvice
  ...responseCodes,
  // operationScopes, publishableOperations, scopeSummary
  ...scopes,
  // modeSettings, operatorSettings, sharedSettings
  ...settings,
  // errorTypesShort, supportedLanguages
  ...short,
  // approvedTestCards, cardsByCode, demoKeys, faultCards, largestTestDebit, modificationFaults, postalCodeTriggers, securityCodes,
  // simulatedShopper, simulatedTerminals, specialTestCards, testBankAccounts, testCardsShort, testTokens
  ...testCards,
  // eventKinds, webhookOperations, webhookRetries
  ...webhooks,
}
