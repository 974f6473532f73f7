import * as v from 'valibot'
import { disputeStages } from '#contract/disputes/disputeStages'
import { isApproval } from '#contract/transactions/responseCodes'
import { isHmacSha256 } from '../hmacSignature.ts'
import type { ProcessorNotifications } from '../definition.ts'
import type { Notification } from '../notifications.ts'

/** The header with the HMAC-SHA256 of the body, in hex. */
export const signatureHeader = 'simulator-signature'

/** The name of the setting with the key of the signature. */
export const notificationSecretSetting = 'notificationSecret'

const minor = () => v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const time = () => v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const short = () => v.pipe(v.string(), v.minLength(1), v.maxLength(255))
const base = { id: short(), at: time(), operation: short() }

/** Messages of simulated connections. Amounts are minor units, times milliseconds since 1970. */
const message = v.variant('kind', [
  v.strictObject({
    ...base,
    kind: v.literal('outcome'),
    code: v.pipe(v.string(), v.regex(/^[0-9A-Z]{2,3}$/)),
    amount: minor(),
    currency: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999)),
  }),
  v.strictObject({
    ...base,
    kind: v.literal('dispute'),
    caseId: short(),
    stage: v.picklist(disputeStages),
    reason: v.optional(short()),
    amount: v.optional(minor()),
    evidenceDueBy: v.optional(time()),
  }),
  v.strictObject({ ...base, kind: v.literal('return'), code: v.optional(v.pipe(v.string(), v.regex(/^R\d\d$/))) }),
])

const messages = v.strictObject({ notifications: v.pipe(v.array(message), v.minLength(1), v.maxLength(100)) })

const toNotification = (given: v.InferOutput<typeof message>): Notification => {
  const { id, at, operation } = given
  const of = { op: operation }
  switch (given.kind) {
    case 'outcome': {
      const { code, amount, currency } = given
      if (!isApproval(code)) return { id, at, of, kind: 'outcome', outcome: { result: 'declined', code } }
      // The exponent is the gateway's own: a message has minor units.
      const approved = { minor: BigInt(amount), currency, exponent: 0 }
      return { id, at, of, kind: 'outcome', outcome: { result: 'approved', code, approved } }
    }
    case 'dispute': {
      const { caseId, stage, reason, amount, evidenceDueBy } = given
      return {
        id,
        at,
        of,
        kind: 'dispute',
        caseId,
        stage,
        ...(reason !== undefined && { reason: { code: reason } }),
        ...(amount !== undefined && { amount }),
        ...(evidenceDueBy !== undefined && { evidenceDueBy }),
      }
    }
    case 'return':
      return { id, at, of, kind: 'return', ...(given.code !== undefined && { code: given.code }) }
  }
}

const parse = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body))
  } catch {
    return null
  }
}

/** Signed messages of a simulated connection that has the setting `notificationSecret`, for developers who send them by hand. */
export const simulatedNotifications: ProcessorNotifications = {
  read: async ({ body, headers }, settings) => {
    const secret = settings[notificationSecretSetting]
    if (typeof secret !== 'string' || !(await isHmacSha256(secret, body, headers.get(signatureHeader))))
      return 'unverified'
    const parsed = v.safeParse(messages, parse(body))
    return parsed.success ? parsed.output.notifications.map(toNotification) : 'unreadable'
  },
}
