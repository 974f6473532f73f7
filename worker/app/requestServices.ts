import { readAddressRules } from '../pages/checkout/addressRules.ts'
import type { Caller } from '../domain/accounts/account.ts'
import { unlimitedCalls } from '../domain/work/callSlots.ts'
import { noteCheckout } from '../http/rateLimits/notedCheckouts.ts'
import { accountServices } from './compose.ts'
import type { AccountContext } from './context.ts'
import type { Gateway } from './gateway.ts'
import { servicesAtMoments } from './workServices.ts'

/** The services of an account for a request. */
export const requestServices = (
  gateway: Gateway,
  context: Omit<AccountContext, 'cause' | 'callSlots'>,
  caller: Caller,
) => ({
  ...accountServices(gateway, { ...context, cause: context.requestId, callSlots: unlimitedCalls }),
  caller,
  addressRules: (country: string) => readAddressRules(country, gateway.environment.assets),
  /** Notes that a checkout of the account exists, so that its page is not counted as the look-up of an invented id. */
  noteCheckout: (id: string): void => noteCheckout(id, context.account, gateway),
  sweepAt: servicesAtMoments(gateway, context, context.account),
})

export type RequestServices = ReturnType<typeof requestServices>
