import type { AppearanceMember } from './members.ts'

export type Appearance = Readonly<Partial<Record<AppearanceMember, string>>>
