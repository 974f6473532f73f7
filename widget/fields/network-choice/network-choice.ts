import { html, type TemplateResult } from 'lit'
import { type KnownNetwork, networkFacts } from '#contract/card/networks'
import { brandMark } from '../brand-mark/brand-mark.ts'

type NetworkChoice = {
  networks: readonly KnownNetwork[]
  /** The network that was chosen, or an empty text. */
  chosen: KnownNetwork | ''
  /** What a screen reader calls the group. */
  label: string
  disabled: boolean
  /** Stays as it is for a moment, while the form is being sent. Not disabled, which would take the focus away. */
  locked: boolean
}

/**
 * The choice between the networks of a co-badged card: a radio group of their marks, as high as the field at whose end it
 * stands. Nothing is chosen beforehand. The page brings `network-choice.styles.ts`, and listens to `input` events: the
 * radio's value is the network.
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
          @click=${locked ? keep : null}
        />
        ${brandMark(network)}
      `,
    )}
  </div>
`

// An arrow key clicks as well.
const keep = (event: Event) => event.preventDefault()
