import { html, nothing, type TemplateResult } from 'lit'
import type { Webhook } from '../../../client/types.ts'
import { shortTime } from '../../format/time.ts'
import { factList } from '../../parts/factList.ts'
import { icons } from '../../parts/icons.ts'
import { timeAgo } from '../../parts/time.ts'
import { eventsText } from '../webhooks/webhookState.ts'
import { webhookTexts } from './texts.ts'

/** Why a webhook receives nothing, or will soon receive nothing; nothing for one that works. */
export const failureNotice = ({ enabled, disabledReason, failingSince }: Webhook): unknown => {
  const isFailing = enabled && failingSince
  if (!isFailing && (enabled || !disabledReason)) return nothing
  return html`
    <div class="notice warn">
      ${icons.alert}
      <div>
        <p>
          ${isFailing ? webhookTexts.failing(shortTime(new Date(failingSince))) : disabledReason?.text}
          ${isFailing ? webhookTexts.failingHelp : webhookTexts.disabled}
        </p>
      </div>
    </div>
  `
}

/** The settings of a webhook. */
export const webhookFacts = (webhook: Webhook): TemplateResult => {
  const { facts } = webhookTexts
  return factList([
    [facts.events, webhook.eventTypes?.join(', ') ?? eventsText(webhook)],
    [facts.headers, webhook.headerNames.join(', ') || facts.noHeaders],
    [facts.concurrency, webhook.maxConcurrency],
    [facts.created, timeAgo(webhook.created)],
    ...(webhook.secretRotatedUntil
      ? [[facts.previousSecret, shortTime(new Date(webhook.secretRotatedUntil))] as const]
      : []),
  ])
}
