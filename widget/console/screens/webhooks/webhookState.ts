import type { TemplateResult } from 'lit'
import type { Webhook } from '../../../client/types.ts'
import type { StateLabel } from '../../parts/paymentStates.ts'
import { label } from '../../parts/states.ts'
import { webhooksTexts } from './texts.ts'

const { states } = webhooksTexts

/** Whether a webhook receives its events, in words. */
export const webhookState = ({ enabled, disabledReason, failingSince }: Webhook): StateLabel => {
  if (!enabled && disabledReason)
    return { text: disabledReason.code === 'gone' ? states.gone : states.disabled, tone: 'bad', shape: 'cross' }
  if (!enabled) return { text: states.off, tone: 'quiet', shape: 'dash' }
  return failingSince
    ? { text: states.failing, tone: 'warn', shape: 'mark' }
    : { text: states.active, tone: 'good', shape: 'full' }
}

export const webhookStateLabel = (webhook: Webhook): TemplateResult => label(webhookState(webhook))

/** The events of a webhook in words. */
export const eventsText = ({ subscribedEvents: kinds, eventTypes: types }: Webhook): string => {
  if (types) return types.length === 0 ? webhooksTexts.noEvents : webhooksTexts.types(types.length)
  if (!kinds) return webhooksTexts.allEvents
  return kinds.length === 0 ? webhooksTexts.noEvents : webhooksTexts.kinds(kinds.length)
}
