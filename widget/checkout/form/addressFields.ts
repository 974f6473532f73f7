import { html, type TemplateResult } from 'lit'
import type { PageAddress } from '#contract/checkouts/form'
import type { FilledAddress } from '#contract/checkouts/framePort'
import type { StartAddress } from '#contract/checkouts/page'
import * as parts from './addressParts.ts'
import type { FormContext } from './formContext.ts'
import { loadPart } from './loadPart.ts'

/** The element that the script of addresses defines. */
type SluiceAddress = Element & { section: string; fill: (address: FilledAddress) => Promise<void> }

/** Loads the script of addresses. */
export const loadAddress = async ({ script }: StartAddress): Promise<void> => {
  const { defineAddress } = await loadPart<typeof import('./address.ts')>(script)
  defineAddress(parts)
}

/** Fills in an address that the form shows. A form that is being sent is not changed. */
export const fillAddress = (form: Element & { readonly paying: boolean }, address: FilledAddress): void => {
  const element = [...form.querySelectorAll<SluiceAddress>('sluice-address')].find(
    ({ section }) => section === address.kind,
  )
  if (!form.paying) void element?.fill(address)
}

/**
 * The rows of an address.
 *
 * @param section autocomplete section of the address
 * @param required whether the address is required
 * @param initial values
 */
export const addressFields = (
  context: FormContext,
  start: StartAddress,
  section: 'shipping' | 'billing',
  required: boolean,
  initial: PageAddress,
): TemplateResult => html`
  <sluice-address
    section=${section}
    .context=${context}
    .start=${start}
    .initial=${initial}
    ?required=${required}
  ></sluice-address>
`
