import type { InferOutput } from 'valibot'
import type { consoleSession, invitation, member } from '#contract/team/team'

export type Member = InferOutput<ReturnType<typeof member>>
export type Invitation = InferOutput<ReturnType<typeof invitation>>
export type TeamSession = InferOutput<ReturnType<typeof consoleSession>>

/** Whether members with a role may refund at all. */
export const mayRefund = (role: string): boolean => role === 'support' || role === 'owner'
