import type { Session } from '../../console/api/session.ts'
import type { Invitation, Member, TeamSession } from '../../console/screens/team/team.ts'
import type { SavedView } from '../../console/parts/savedViews.ts'
import type { Account } from '../../console/screens/settings/settings-group.ts'
import type { OwnPasskeys } from '../../console/screens/you/passkeys.ts'
import { ownerSession } from './sessionSamples.ts'

const viewOperations = ['listViews', 'createView', 'updateView', 'deleteView']

const teamOperations = [
  'listMembers',
  'updateMember',
  'removeMember',
  'inviteMember',
  'listInvitations',
  'cancelInvitation',
  'listSessions',
  'endSession',
  'getAccount',
  'updateAccount',
]

/** The session of an owner with team and settings. */
export const teamOwner: Session = {
  ...ownerSession,
  operations: [...ownerSession.operations, ...teamOperations, ...viewOperations],
}

/** The session of a developer: settings, and no team. */
export const developerSession: Session = {
  ...ownerSession,
  member: { ...ownerSession.member, role: 'developer' },
  operations: ['listTransactions', 'getFigures', 'getAccount', 'updateAccount', 'listSessions', 'endSession'],
}

export const sampleMember = (changes: Partial<Member> = {}): Member => ({
  id: 'm2',
  name: 'Grace Hopper',
  email: 'grace@shop.test',
  role: 'support',
  refundLimit: 50,
  created: '2026-11-20T10:00:00.000Z',
  ...changes,
})

/** The signed-in owner as a member. */
export const ownerMember = (): Member =>
  sampleMember({ id: 'm1', name: 'Robin Miller', email: 'robin@shop.test', role: 'owner', refundLimit: null })

export const sampleInvitation = (changes: Partial<Invitation> = {}): Invitation => ({
  id: 'i1',
  email: 'alan@shop.test',
  role: 'developer',
  refundLimit: null,
  created: '2026-11-20T10:00:00.000Z',
  expires: '2026-11-21T10:00:00.000Z',
  ...changes,
})

export const sampleSession = (changes: Partial<TeamSession> = {}): TeamSession => ({
  id: 's1',
  member: 'm1',
  browser: 'Firefox on Linux',
  created: '2026-11-20T10:00:00.000Z',
  lastSeen: '2026-11-20T11:00:00.000Z',
  expires: '2026-11-20T22:00:00.000Z',
  ...changes,
})

export const samplePasskeys = (count = 2, hasRecoveryCode = true): OwnPasskeys => ({
  passkeys: Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    name: ['Phone', 'Security key'][index] ?? '',
    created: '2026-11-20T10:00:00.000Z',
    lastUsed: index === 0 ? '2026-11-20T11:00:00.000Z' : null,
  })),
  hasRecoveryCode,
})

/** The settings of an account, as GET /v1/account returns them. */
export const sampleAccountSettings = (changes: Partial<Account> = {}): Account => ({
  id: 'shop',
  mode: 'live',
  version: 3,
  name: 'Kiln & Tide',
  logoUrl: null,
  supportEmail: 'help@shop.test',
  supportUrl: null,
  defaultCurrency: 840,
  enabledCurrencies: [840, 978],
  timeZone: 'Europe/Berlin',
  processingCountry: 'US',
  tipAtSale: false,
  rateTier: 'standard',
  quotas: {},
  allowedOrigins: ['https://shop.test'],
  avsReject: [],
  cvvReject: [],
  storedCvvReject: ['N'],
  storedCvvRequired: true,
  duplicateWindowSeconds: 0,
  strictTestPans: false,
  subscriptionRetryDays: [1, 3],
  unreferencedCredits: false,
  webhookDefaults: { hosts: [], headerNames: [] },
  legalTexts: { de: { bankDebit: 'Ich stimme zu.' } },
  unknownMembers: 'refuse',
  cardNumbersInText: 'warn',
  encryptedCardMaxAgeSeconds: 900,
  routing: [],
  ...changes,
})

export const sampleQuotas = () => [
  { name: 'customers', limit: 10_000, used: 1204 },
  { name: 'bytes', limit: 250_000_000, used: 1_250_000 },
  { name: 'payments', limit: null, used: 12 },
]

export const sampleView = (changes: Partial<SavedView> = {}): SavedView => ({
  id: 'v1',
  list: 'payments',
  name: 'Mugs',
  query: 'search=order%3AMUG',
  shared: true,
  created: '2026-11-20T10:00:00.000Z',
  updated: '2026-11-20T10:00:00.000Z',
  ...changes,
})

/** The session of a viewer. */
export const viewerSession: Session = {
  ...ownerSession,
  member: { ...ownerSession.member, role: 'viewer' },
  operations: ['listTransactions', 'getFigures', 'listSessions', 'endSession', 'getAccount', ...viewOperations],
}
