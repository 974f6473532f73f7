import { createStore } from '../sql/scope.ts'
import { insertMember, findInvitation } from './invitations.ts'
import { findPasskey } from './passkeys.ts'
import { findRecoverable, recoverMember } from './recovery.ts'
import { confirmSession, markSessionEnded, rejectPasskey, insertDemoSession, startSession } from './signIns.ts'

/** What people do before they are signed in: they join, sign in, confirm and recover. */
export const teamStore = createStore({
  findPasskey,
  startSession,
  insertDemoSession,
  confirmSession,
  markSessionEnded,
  rejectPasskey,
  findInvitation,
  insertMember,
  findRecoverable,
  recoverMember,
})

export type TeamStore = ReturnType<typeof teamStore>
