import { eventTypes, hasKind, readScopeOf } from '#contract/events/events'
import type { EventKind, EventType } from '#contract/events/events'
import { ApiError } from '#contract/errors/apiError'
import { eventScopesOf } from '#contract/team/roles'
import { requireScopes } from '../apiKeys/scopes.ts'
import type { Caller } from '../accounts/account.ts'

/** The events that a webhook is subscribed to. */
export interface Subscription {
  /** Null for all. */
  readonly kinds: readonly EventKind[] | null
  /** Null for all types of these kinds. */
  readonly types: readonly EventType[] | null
}

const hasKindOf = ({ kinds }: Subscription, type: EventType): boolean =>
  kinds?.some((kind) => hasKind(type, kind)) ?? true

/** Whether events of a type match both kinds and types. */
export const isSubscribed = (subscription: Subscription, type: EventType): boolean =>
  hasKindOf(subscription, type) && (subscription.types?.includes(type) ?? true)

/** Whether events of a type are among those that these scopes read. */
export const canReadType = (type: EventType, { scopes }: Pick<Caller, 'scopes'>): boolean =>
  scopes.includes(readScopeOf(type))

/** Who reads events: a key by its scopes, a member at the console by the role. */
export type EventReader = Pick<Caller, 'member' | 'scopes'>

/** The scopes whose events a key or a member reads. */
export const eventScopes = ({ member, scopes }: EventReader): Caller['scopes'] =>
  member === null ? scopes : eventScopesOf(member.role)

/** The event types that a key or a member reads. */
export const readableTypes = (caller: EventReader): readonly EventType[] => {
  const scopes = eventScopes(caller)
  return eventTypes.filter((type) => canReadType(type, { scopes }))
}

/** The scopes that a webhook keeps for its deliveries: those of a member at the console. Null for an API key, whose row has them. */
export const memberScopes = (caller: EventReader): Caller['scopes'] | null =>
  caller.member === null ? null : eventScopes(caller)

/** Requires that a key or member reads events of these types. Error: scope_missing (403), with the first missing scope. */
export const requireReadable = (types: readonly EventType[], caller: EventReader): void =>
  requireScopes([...new Set(types.map(readScopeOf))], { scopes: eventScopes(caller) })

/**
 * Requires that a key may have the events of a subscription delivered, and that no type is excluded by the kinds.
 *
 * Errors: enum_invalid, for each type of another kind; scope_missing (403).
 */
export const requireSubscribable = (subscription: Subscription, caller: EventReader): void => {
  const allowed = eventTypes.filter((type) => hasKindOf(subscription, type))
  const [first, ...others] = (subscription.types ?? []).flatMap((type, index) =>
    allowed.includes(type)
      ? []
      : [{ type: 'enum_invalid' as const, field: `eventTypes[${index}]`, details: { allowed } }],
  )
  if (first !== undefined) throw new ApiError(first, ...others)
  requireReadable(
    eventTypes.filter((type) => isSubscribed(subscription, type)),
    caller,
  )
}
