import { findMembersByEmail, insertAccessSession } from './accessSignIns.ts'
import { createStore } from '../sql/scope.ts'
import { insertMember, findInvitation } from './invitations.ts'
import { addPasskey, readOwnPasskeys, removePasskey, replaceRecoveryCode } from './ownPasskeys.ts'
import { findPasskey } from './passkeys.ts'
import { findRecoverable, recoverMember } from './recovery.ts'
import { confirmSession, markSessionEnded, rejectPasskey, insertDemoSession, startSession } from './signIns.ts'

/** What people do for themselves: they join, sign in, confirm, recover, and keep their passkeys. */
export const teamStore = createStore({
  findPasskey,
  startSession,
  findMembersByEmail,
  insertAccessSession,
  insertDemoSession,
  confirmSession,
  markSessionEnded,
  rejectPasskey,
  findInvitation,
  insertMember,
  findRecoverable,
  recoverMember,
  readOwnPasskeys,
  addPasskey,
  removePasskey,
  replaceRecoveryCode,
})

export type TeamStore = ReturnType<typeof teamStore>
