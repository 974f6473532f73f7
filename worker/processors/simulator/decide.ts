import { isCardNumber } from '#contract/card/cardNumber'
import type { AuthorizeOp, Card, Check, NetworkToken } from '../processor.ts'
import { avsLetter, postalOutcome } from './address.ts'
import { cents, fromHundredths } from './amounts.ts'
import { responseCodeFor, type CardTrigger, cardTrigger, conditions } from './cards.ts'
import { checkLimitHundredths, checkTrigger } from './checks.ts'
import { cvvLetter } from './securityCode.ts'
import { type IssuerResponse, toIssuerResponse } from './issuerResponse.ts'

/** The members of an authorization that decide its outcome. Equal requests have equal outcomes. */
export type AuthorizationRequest = Pick<
  AuthorizeOp,
  'account' | 'amount' | 'instrument' | 'credential' | 'avs' | 'allowPartial'
>

/**
 * The simulated issuer: a pure function of the request. A transport failure takes precedence over the card's outcome, and that over
 * the postal code's. AVS and CVV letters are part of every outcome.
 */
export const decideAuthorization = (request: AuthorizationRequest): IssuerResponse => {
  // The simulator moves no money, so live payments are declined.
  if (request.account.mode === 'live') return { code: 'G08' }
  const { instrument } = request
  switch (instrument.kind) {
    case 'card':
      return decideCard(request, instrument, instrument.pan.reveal())
    case 'networkToken':
      return decideCard(request, instrument, instrument.dpan.reveal())
    case 'check':
      return decideCheck(request, instrument)
    case 'cash':
      return toIssuerResponse('00', request)
  }
}

const decideCard = (request: AuthorizationRequest, card: Card | NetworkToken, pan: string): IssuerResponse => {
  const trigger = cardTrigger(pan)
  if (!isCardNumber(pan) || (trigger === undefined && request.account.strictTestPans)) return { code: '14' }
  return {
    ...outcome(request, trigger ?? {}),
    ...letters(request, card, pan, trigger ?? {}),
    ...mark(trigger ?? {}),
  }
}

const outcome = (request: AuthorizationRequest, trigger: CardTrigger) => {
  const cardCode = cardResponseCode(request, trigger)
  if (cardCode !== undefined) return toIssuerResponse(cardCode, request)
  const { code = '00', hundredths } = postalOutcome(request.avs) ?? {}
  return toIssuerResponse(
    code,
    request,
    hundredths === undefined ? undefined : fromHundredths(hundredths, request.amount),
  )
}

const cardResponseCode = (
  request: AuthorizationRequest,
  { code, when, amountDriven }: CardTrigger,
): string | undefined => {
  if (amountDriven === 'always') return responseCodeFor(cents(request.amount))
  return when === undefined || conditions[when](request) ? code : undefined
}

const letters = ({ avs }: AuthorizationRequest, card: Card | NetworkToken, pan: string, trigger: CardTrigger) => {
  const cvv = card.kind === 'card' ? card.cvv?.reveal() : undefined
  const sent = cvv ? trigger.cvvIfSent : undefined
  return {
    ...(isChipRead(card) ? {} : { avs: trigger.avs ?? avsLetter(avs) }),
    cvv: trigger.cvv ?? sent ?? cvvLetter(pan, cvv),
  }
}

/** A card read by its chip is proven present, so its address is not verified. */
const isChipRead = (card: Card | NetworkToken) =>
  card.kind === 'card' && (card.entry === 'chip' || card.entry === 'contactless')

const mark = ({ amountDriven, returnTrigger: aftermath }: CardTrigger): Pick<IssuerResponse, 'mark'> => {
  const value = amountDriven ? 'amountDriven' : aftermath
  return value === undefined ? {} : { mark: value }
}

const decideCheck = (request: AuthorizationRequest, check: Check): IssuerResponse => {
  const trigger = checkTrigger(check.account.reveal())
  if (trigger?.when === 'now') return { code: trigger.code }
  if (request.amount.minor > fromHundredths(checkLimitHundredths, request.amount)) return { code: 'G06' }
  return { ...toIssuerResponse('00', request), ...(trigger ? { mark: `return:${trigger.code}` as const } : {}) }
}
