import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { envelope } from '../errors/envelope.ts'
import { amountValue, instant, notFreeText, nullable, patterned, text } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { disputeCategories } from './disputeReasons.ts'
import { dispute } from './disputeSchema.ts'
import { disputeStages } from './disputeStages.ts'

/** For processors that report no disputes: a person records what the processor's site shows. */
export const recordDispute = endpoint({
  name: 'recordDispute',
  method: 'POST',
  path: '/v1/disputes',
  tag: 'Disputes',
  scope: 'disputes:write',
  errorFormat: 'envelope',
  body: object({
    transactionId: notFreeText(patterned(/^[0-9]*$/, 1, 19)),
    caseId: text(1, 64),
    stage: v.picklist(disputeStages),
    at: nullable(instant()),
    amount: nullable(amountValue()),
    reason: nullable(object({ code: nullable(text(1, 20)), category: nullable(v.picklist(disputeCategories)) })),
    evidenceDueBy: nullable(instant()),
  }),
  response: envelope({ dispute: dispute() }),
  extension: true,
})

export type RecordDispute = v.InferOutput<NonNullable<typeof recordDispute.body>>
