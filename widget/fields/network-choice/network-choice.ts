import { html, type TemplateResult } from 'lit'
import { type KnownNetwork, networkFacts } from '#contract/card/networks'
import { brandMark } from '../brand-mark/brand-mark.ts'

type NetworkChoice = {
  networks: readonly KnownNetwork[]
  /** The chosen network, or an empty string. */
  chosen: KnownNetwork | ''
  /** Accessible name of the group. */
  label: string
  disabled: boolean
  /** Read-only while the form is being sent. Not disabled, which would remove the focus. */
  locked: boolean
}

/**
 * Choice between the networks of a co-badged card: a radio group of their marks at the end of the field. No network is
 * preselected. The page includes `network-choice.styles.ts`, and listens to `input` events: the radio's value is the
 * network.
 */
export const networkChoice = ({ networks, chosen, label, disabled, locked }: NetworkChoice): TemplateResult => html`
  <div class="choice" role="radiogroup" aria-label=${label}>
    ${networks.map(
      (network) => html`
        <input
          type="radio"
          name="network"
          value=${network}
          aria-label=${networkFacts(network).title}
          .checked=${chosen === network}
          ?disabled=${disabled}
          @click=${locked ? preventChange : null}
        />
        ${brandMark(network)}
      `,
    )}
  </div>
`

// Arrow keys fire click as well.
const preventChange = (event: Event) => event.preventDefault()
