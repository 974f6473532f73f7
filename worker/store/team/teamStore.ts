import { createStore } from '../sql/scope.ts'
import { acceptInvitation, findInvitation } from './invitations.ts'
import { findPasskey } from './passkeys.ts'
import { findRecoverable, recoverMember } from './recovery.ts'
import { confirmSession, endSession, rejectPasskey, startDemoSession, startSession } from './signIns.ts'

/** The team's doors: what people do before they are signed in, or to sign in. */
export const teamStore = createStore({
  findPasskey,
  startSession,
  startDemoSession,
  confirmSession,
  endSession,
  rejectPasskey,
  findInvitation,
  acceptInvitation,
  findRecoverable,
  recoverMember,
})

export type TeamStore = ReturnType<typeof teamStore>
