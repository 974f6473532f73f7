import { html, type TemplateResult } from 'lit'
import { type Network, networkFacts } from '#contract/card/networks'
import type { SavedMethod } from '#contract/checkouts/form'
import type { CheckoutPageData } from '#contract/checkouts/page'
import { brandMark } from '../../fields/brand-mark/brand-mark.ts'
import { bankIcon } from '../../fields/icons.ts'
import { savedCardCodeKind } from '../../fields/kinds/savedCardCode.ts'
import '../../fields/options/options.ts'
import type { Row } from '../../fields/options/options.ts'
import type { CustomerPart } from './customerParts.ts'
import { type FormContext, interpolate, textField, when } from './formContext.ts'

const toRow = ({ wallet, network, last4, expiry }: SavedMethod, { texts }: FormContext): Row => {
  const { savedCard, savedAccount, expires } = texts.checkout.methods
  if (network === 'ach') return { value: wallet, text: interpolate(savedAccount, { last4 }), mark: bankIcon }
  const name = interpolate(savedCard, { network: networkFacts(network as Network).title, last4 })
  return {
    value: wallet,
    text: expiry ? `${name} · ${interpolate(expires, { date: expiry })}` : name,
    mark: brandMark(network as Network),
  }
}

const codeField = (context: FormContext, network: Network): TemplateResult => {
  const { labels, errors, help } = context.texts.card
  const { name, length } = networkFacts(network).securityCode
  return html`
    <div class="code">
      ${textField(context, {
        path: 'payment.verificationValue',
        kind: savedCardCodeKind,
        network,
        label: labels.code,
        errors: errors.code,
        help: interpolate(length > 3 ? help.codeFront : help.codeBack, { name }),
      })}
    </div>
  `
}

/**
 * The saved payment methods, and last a new one. A saved card requires its security code if the account asks for it.
 *
 * @param customer adds to each row what removes it; null if none can be removed
 */
export const savedMethods = (
  context: FormContext,
  { saved, savedCode }: Pick<CheckoutPageData, 'saved' | 'savedCode'>,
  selected: SavedMethod | undefined,
  customer: CustomerPart | null,
): TemplateResult => {
  const { methods, errors } = context.texts.checkout
  const rows = saved.map((method) => {
    const row = toRow(method, context)
    return { ...row, action: customer?.action(method, row.text) }
  })
  return html`
    <sluice-options
      data-path="payment.wallet"
      name="saved"
      .label=${methods.saved}
      .options=${[...rows, { value: '', text: methods.another }]}
      .errors=${{ wrong: errors.wrong }}
      .value=${selected?.wallet ?? ''}
      ?locked=${context.locked}
    ></sluice-options>
    ${when(savedCode && selected && selected.network !== 'ach', () => codeField(context, selected!.network as Network))}
  `
}
