import { html, type TemplateResult } from 'lit'
import type { Method } from '#contract/checkouts/form'
import type { AcceptedNetworks, CheckoutPageData } from '#contract/checkouts/page'
import '../../fields/card-form/card-form.ts'
import { bankIcon, cardIcon } from '../../fields/icons.ts'
import '../../fields/tabs/tabs.ts'
import type { TabSelectEvent } from '../../fields/tabs/tabs.ts'
import { bankAccount } from './bankAccount.ts'
import { type FormContext, when } from './formContext.ts'
import { loadPart } from './loadPart.ts'
import * as parts from './networksParts.ts'

/** Loads the script of the accepted networks. */
export const loadNetworks = async ({ script }: AcceptedNetworks): Promise<void> => {
  const { defineNetworks } = await loadPart<typeof import('./networks.ts')>(script)
  defineNetworks(parts)
}

/**
 * Card fields, with a tab for bank accounts if the merchant accepts them.
 *
 * @param withBank render the fields of the bank account, which are hidden while `method` is the card
 */
export const newMethod = (
  context: FormContext,
  { form, prefill, networks }: Pick<CheckoutPageData, 'form' | 'prefill' | 'networks'>,
  { method, withBank }: { method: Method; withBank: boolean },
  onSelect: (method: Method) => void,
): TemplateResult => {
  const {
    texts: { checkout, card },
    locked,
  } = context
  const cardForm = html`
    ${when(
      networks,
      () => html`
        <sluice-networks .accepted=${networks!.accepted} .context=${context}></sluice-networks>
      `,
    )}
    <sluice-card-form
      .texts=${card}
      .askPostalCode=${!form.shipping && !form.billing}
      ?processing=${locked}
    ></sluice-card-form>
  `
  if (!form.methods.includes('bank')) return cardForm
  return html`
    <sluice-tabs
      label=${checkout.methods.label}
      selected=${method}
      .tabs=${[
        { value: 'card', label: checkout.methods.card, icon: cardIcon },
        { value: 'bank', label: checkout.methods.bank, icon: bankIcon },
      ]}
      ?locked=${locked}
      @select=${({ selected }: TabSelectEvent) => onSelect(selected as Method)}
    ></sluice-tabs>
    <div id="card-panel" role="tabpanel" aria-labelledby="card-tab" ?hidden=${method !== 'card'}>${cardForm}</div>
    <div id="bank-panel" role="tabpanel" aria-labelledby="bank-tab" ?hidden=${method !== 'bank'}>
      ${when(withBank, () => bankAccount(context, prefill.address.name))}
    </div>
  `
}
