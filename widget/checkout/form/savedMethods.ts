import { html, type TemplateResult } from 'lit'
import { type Network, networkFacts } from '#contract/card/networks'
import type { SavedMethod } from '#contract/checkouts/form'
import { brandMark } from '../../fields/brand-mark/brand-mark.ts'
import { bankIcon } from '../../fields/icons.ts'
import { savedCodeKind } from '../../fields/kinds/savedCardCode.ts'
import '../../fields/options/options.ts'
import type { Row } from '../../fields/options/options.ts'
import { type Asking, fill, textField, when } from './formContext.ts'

const rowOf = ({ wallet, network, last4 }: SavedMethod, { texts }: Asking): Row => {
  const { savedCard, savedAccount } = texts.checkout.methods
  if (network === 'ach') return { value: wallet, text: fill(savedAccount, { last4 }), mark: bankIcon }
  return {
    value: wallet,
    text: fill(savedCard, { network: networkFacts(network as Network).title, last4 }),
    mark: brandMark(network as Network),
  }
}

const codeField = (asking: Asking, network: Network): TemplateResult => {
  const { labels, errors, help } = asking.texts.card
  const { name, length } = networkFacts(network).securityCode
  return html`
    <div class="code">
      ${textField(asking, {
        path: 'payment.verificationValue',
        kind: savedCodeKind,
        network,
        label: labels.code,
        errors: errors.code,
        help: fill(length > 3 ? help.codeFront : help.codeBack, { name }),
      })}
    </div>
  `
}

/** What the shopper has paid with before, and at the end anything else. A card is asked for its security code. */
export const savedMethods = (
  asking: Asking,
  saved: readonly SavedMethod[],
  chosen: SavedMethod | undefined,
): TemplateResult => {
  const { methods, errors } = asking.texts.checkout
  return html`
    <sluice-options
      data-path="payment.wallet"
      name="saved"
      .label=${methods.saved}
      .options=${[...saved.map((method) => rowOf(method, asking)), { value: '', text: methods.another }]}
      .errors=${{ wrong: errors.wrong }}
      .value=${chosen?.wallet ?? ''}
      ?locked=${asking.locked}
    ></sluice-options>
    ${when(chosen && chosen.network !== 'ach', () => codeField(asking, chosen!.network as Network))}
  `
}
