import type { CardBehavior } from '../conformance/subject.ts'

/** Test cards by the behavior that the conformance tests ask for. */
export const pans: Readonly<Record<CardBehavior, string>> = {
  approve: '4242424242424242',
  decline: '4000000000009995',
  partial: '4000003900000106',
  silent: '4000003900000684',
  drop: '4000003900000973',
  late: '4000003900000981',
}
