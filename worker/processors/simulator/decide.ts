import { luhn } from '#contract/card/luhn'
import type { AuthorizeOp, Card, Check, NetworkToken } from '../processor.ts'
import { avsLetter, postalOutcome } from './address.ts'
import { cents, fromHundredths } from './amounts.ts'
import { responseCodeFor, type CardTrigger, cardTrigger, conditions } from './cards.ts'
import { checkLimitHundredths, checkTrigger } from './checks.ts'
import { cvvLetter } from './securityCode.ts'
import { type IssuerResponse, toIssuerResponse } from './issuerResponse.ts'

/** What decides an authorization: the whole of it, so that equal requests get equal answers. */
export type AuthorizationRequest = Pick<
  AuthorizeOp,
  'account' | 'amount' | 'instrument' | 'credential' | 'avs' | 'allowPartial'
>

/**
 * The simulated issuer: a pure function of the request. What goes wrong on the way comes before what the card says,
 * that before what the postal code says, and the AVS and CVV letters go with any of them.
 */
export const decideAuthorization = (question: AuthorizationRequest): IssuerResponse => {
  // The simulator moves no money, so with real money it has nothing to say.
  if (question.account.mode === 'live') return { code: 'G08' }
  const { instrument } = question
  switch (instrument.kind) {
    case 'card':
      return judgeCard(question, instrument, instrument.pan.reveal())
    case 'networkToken':
      return judgeCard(question, instrument, instrument.dpan.reveal())
    case 'check':
      return judgeCheck(question, instrument)
    case 'cash':
      return toIssuerResponse('00', question)
  }
}

const judgeCard = (question: AuthorizationRequest, card: Card | NetworkToken, pan: string): IssuerResponse => {
  const trigger = cardTrigger(pan)
  if (!luhn(pan) || (trigger === undefined && question.account.strictTestPans)) return { code: '14' }
  return {
    ...outcome(question, trigger ?? {}),
    ...letters(question, card, pan, trigger ?? {}),
    ...mark(trigger ?? {}),
  }
}

const outcome = (question: AuthorizationRequest, trigger: CardTrigger) => {
  const ofCard = cardAnswer(question, trigger)
  if (ofCard !== undefined) return toIssuerResponse(ofCard, question)
  const { code = '00', hundredths } = postalOutcome(question.avs) ?? {}
  return toIssuerResponse(
    code,
    question,
    hundredths === undefined ? undefined : fromHundredths(hundredths, question.amount),
  )
}

const cardAnswer = (question: AuthorizationRequest, { code, when, amountDriven }: CardTrigger): string | undefined => {
  if (amountDriven) return responseCodeFor(cents(question.amount))
  return when === undefined || conditions[when](question) ? code : undefined
}

const letters = ({ avs }: AuthorizationRequest, card: Card | NetworkToken, pan: string, trigger: CardTrigger) => {
  const cvv = card.kind === 'card' ? card.cvv?.reveal() : undefined
  const sent = cvv ? trigger.cvvIfSent : undefined
  return {
    ...(presented(card) ? {} : { avs: trigger.avs ?? avsLetter(avs) }),
    cvv: trigger.cvv ?? sent ?? cvvLetter(pan, cvv),
  }
}

/** A card whose chip answered proves itself; nobody asks for an address. */
const presented = (card: Card | NetworkToken) =>
  card.kind === 'card' && (card.entry === 'chip' || card.entry === 'contactless')

const mark = ({ amountDriven, returnTrigger: aftermath }: CardTrigger): Pick<IssuerResponse, 'mark'> => {
  const word = amountDriven ? 'amountDriven' : aftermath
  return word === undefined ? {} : { mark: word }
}

const judgeCheck = (question: AuthorizationRequest, check: Check): IssuerResponse => {
  const trigger = checkTrigger(check.account.reveal())
  if (trigger?.when === 'now') return { code: trigger.code }
  if (question.amount.minor > fromHundredths(checkLimitHundredths, question.amount)) return { code: 'G06' }
  return { ...toIssuerResponse('00', question), ...(trigger ? { mark: `return:${trigger.code}` as const } : {}) }
}
