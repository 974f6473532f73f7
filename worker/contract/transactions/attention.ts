import * as v from 'valibot'
import { responseInteger } from '../schema/numbers.ts'
import { actor } from '../audit/actor.ts'
import { operationTypes } from './operationTypes.ts'

/**
 * Why an operation needs a person:
 * - `no_acknowledgement`: a reversal that the processor has not confirmed
 * - `outcome_unknown`: a capture, void or credit without an outcome
 * - `cannot_be_repeated`: an operation without an outcome, at a processor that can neither repeat nor find it
 * - `pending_too_long`: a capture or credit that the processor accepted, without an outcome for ten days
 * - `outcome_contradicted`: an operation that has ended, and whose processor later reported another outcome
 */
export const attentionReasons = [
  'no_acknowledgement',
  'outcome_unknown',
  'cannot_be_repeated',
  'pending_too_long',
  'outcome_contradicted',
] as const
export type AttentionReason = (typeof attentionReasons)[number]

/** What a person found out at the processor about an operation that needs attention. */
export const resolvedOutcomes = ['happened', 'did_not_happen'] as const
export type ResolvedOutcome = (typeof resolvedOutcomes)[number]

/** What a person recorded about an operation that needed attention. */
export const resolution = () =>
  v.object({
    operation: v.string(),
    outcome: v.picklist(resolvedOutcomes),
    note: v.string(),
    at: v.string(),
    actor: actor(),
  })

/** Member `needsAttention` of a payment: the oldest of its operations that a person has to look up. */
export const needsAttention = () =>
  v.nullable(
    v.object({
      since: v.string(),
      reason: v.picklist(attentionReasons),
      operation: v.object({
        transactionId: v.string(),
        type: v.picklist(operationTypes),
        amount: v.number(),
        created: v.string(),
      }),
      attempts: responseInteger(),
      nextAttempt: v.nullable(v.string()),
    }),
  )
