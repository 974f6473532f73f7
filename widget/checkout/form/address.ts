import type { LitElement, TemplateResult } from 'lit'
import {
  type AddressRules,
  addressRows,
  type CountryLine,
  stateOptions,
  unknownCountry,
} from '#contract/addresses/addressRules'
import { lineLabel } from '#contract/addresses/lineLabel'
import { normalizeState } from '#contract/addresses/normalize'
import type { PageAddress } from '#contract/checkouts/form'
import type { FilledAddress } from '#contract/checkouts/framePort'
import type { StartAddress } from '#contract/checkouts/page'
import type { FormField } from '../../fields/formField.ts'
import { addressLineKind, postalCodeKind } from '../../fields/kinds/address.ts'
import type { Option, SluiceSelect } from '../../fields/select/select.ts'
import type * as shared from './addressParts.ts'
import { countries, prepareNames } from './countries.ts'
import type { FormContext } from './formContext.ts'

/** Maximum lengths of lines, where it is not 100. */
const MAX_LENGTHS: Partial<Record<string, number>> = { state: 50, postalCode: 20 }

const idle = window.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 200))

/** Runs steps one after the other while the page is idle. Together they would block a slow phone for 0.2 s. */
const whenIdle = ([step, ...others]: readonly (() => unknown)[]): void => {
  if (step)
    idle(() => {
      step()
      whenIdle(others)
    })
}

/**
 * Defines `<sluice-address>`. This script is loaded only by a form with an address.
 *
 * @param parts of the checkout's script, so that this one does not contain them again
 */
export const defineAddress = ({
  LitElement,
  html,
  nothing,
  fieldLabel,
  interpolate,
  textField,
}: typeof shared): void => {
  /**
   * An address: country first, since the other rows depend on it. When the country changes, its lines are read and displayed in its order and
   * with its labels; what was typed stays where the country has that line.
   *
   * A billing address has no name: the payment method has one.
   */
  class SluiceAddress extends LitElement {
    static override properties = {
      context: { attribute: false },
      section: {},
      required: { type: Boolean },
      initial: { attribute: false },
      start: { attribute: false },
      rules: { state: true },
      options: { state: true },
      hasStates: { state: true },
    }

    declare context: FormContext
    /** Autocomplete section of the address. */
    declare section: 'shipping' | 'billing'
    /** Whether the address is required. */
    declare required: boolean
    declare initial: PageAddress
    declare start: StartAddress

    /** Null until the lines are rendered, and while the lines of one country are replaced by those of another. */
    declare rules: AddressRules | null
    /** Options of the country: only the first one until the page is idle, since naming and sorting all takes long on a slow phone. */
    declare options: readonly Option[]
    /** Whether all states are options: only the chosen one is until the page is idle, since sorting takes long, too. */
    declare hasStates: boolean

    /** Texts by line: those of the fields when the country changed. */
    #texts: Partial<Record<string, string>> = {}
    #country = ''
    #hasLines = false

    protected override createRenderRoot() {
      return this
    }

    override connectedCallback(): void {
      super.connectedCallback()
      const { initial, start } = this
      this.#texts = { ...initial }
      this.#country = initial.country
      this.options ??= initial.country ? [{ value: initial.country, label: start.countryName }] : []
    }

    /** The country and then its lines are rendered in tasks of their own: together they would block a slow phone for too long. */
    protected override async scheduleUpdate(): Promise<void> {
      if (!this.#hasLines) await new Promise((resolve) => setTimeout(resolve))
      await super.scheduleUpdate()
    }

    /** Waits for the lines, too. */
    protected override async getUpdateComplete(): Promise<boolean> {
      while (!(await super.getUpdateComplete()));
      return true
    }

    protected override firstUpdated(): void {
      this.rules = this.start.rules
      const { locale } = this.context
      whenIdle([this.#fillStates, () => prepareNames(locale), () => countries(locale), this.#fillCountries])
    }

    protected override updated(): void {
      this.#hasLines ||= this.rules !== null
    }

    protected override render(): TemplateResult {
      const { context, section, rules } = this
      const { texts, locale, locked } = context
      const { labels, errors, choose } = texts.checkout
      return html`
        ${
          section === 'shipping'
            ? textField(context, {
                path: this.#path('name'),
                kind: addressLineKind(section, 'name', this.required),
                label: labels.name,
                value: this.initial.name,
                wrong: errors.name,
              })
            : nothing
        }
        <sluice-select
          data-path=${this.#path('country')}
          name="${section}-country"
          autocomplete="${section} country"
          hint=${choose}
          .label=${labels.country}
          .options=${this.options}
          .errors=${{ missing: errors.choose, wrong: texts.checkout.order?.noShipping ?? errors.wrong }}
          .value=${this.initial.country}
          ?required=${this.required}
          ?locked=${locked}
          @focusin=${this.#fillCountries}
          @input=${this.#onCountry}
          @change=${this.#onCountry}
        ></sluice-select>
        ${
          rules
            ? addressRows(rules, locale).map((row) =>
                row.length === 1
                  ? this.#renderLine(rules, row[0]!)
                  : html`
                      <div class="pair">${row.map((line) => this.#renderLine(rules, line))}</div>
                    `,
              )
            : nothing
        }
      `
    }

    #path(member: string): string {
      return `answers.${this.section === 'shipping' ? 'shipTo' : 'billTo'}.${member}`
    }

    #renderLine(rules: AddressRules, line: CountryLine): TemplateResult {
      const { context, section, required } = this
      const { checkout } = context.texts
      const isRequired = rules.required.includes(line)
      // Every line of an optional address is optional, which is said nowhere.
      const label = fieldLabel(lineLabel(rules, line, checkout), isRequired, context)
      const value = this.#texts[line] ?? ''
      if (line === 'state' && rules.states) return this.#renderStates(rules, label, required && isRequired)
      const example = rules.postalCode?.examples[0]
      const help =
        line === 'postalCode' && example !== undefined ? interpolate(checkout.address.example, { example }) : ''
      return textField(context, {
        path: this.#path(line),
        kind:
          line === 'postalCode'
            ? postalCodeKind(section, rules, required && isRequired)
            : addressLineKind(section, line, required && isRequired, rules.labels.district !== undefined),
        label,
        value,
        ...(help && { help, wrong: help }),
      })
    }

    #renderStates(rules: AddressRules, label: string | TemplateResult, isRequired: boolean): TemplateResult {
      const { context, section } = this
      const { errors, choose } = context.texts.checkout
      const chosen = normalizeState(rules, this.#texts['state'] ?? '') ?? ''
      return html`
        <sluice-select
          data-path=${this.#path('state')}
          name="${section}-state"
          autocomplete="${section} address-level1"
          hint=${choose}
          .label=${label}
          .options=${stateOptions(rules, context.locale, this.hasStates ? undefined : chosen)}
          .errors=${{ missing: errors.choose, wrong: errors.choose }}
          .value=${chosen}
          ?required=${isRequired}
          ?locked=${context.locked}
          @focusin=${this.#fillStates}
        ></sluice-select>
      `
    }

    /**
     * Fills in an address of the merchant's page, which is validated here: lengths as in the API, and a country that the form offers. The
     * shopper sees what is filled in. A name that is shown masked stays.
     */
    async fill({ country, ...given }: FilledAddress): Promise<void> {
      const code = country.toUpperCase() || this.#country
      const options = countries(this.context.locale)
      const isTooLong = Object.entries(given).some(([line, text]) => text.length > (MAX_LENGTHS[line] ?? 100))
      if (isTooLong || (code && !options.some(({ value }) => value === code))) return
      this.options = options
      this.#fillStates()
      await this.updateComplete
      const select = this.#field('country')!
      await select.updateComplete
      select.clear(code)
      if (code !== this.#country) await this.#changeCountry(code)
      await this.#rendered()
      // The shopper chose another country, or pays.
      if (code !== this.#country || this.context.locked) return
      for (const [line, text] of Object.entries(given) as [string, string][]) {
        const field = this.#field(line)
        if (field && (line !== 'name' || (text && !field.closest('[data-known]'))))
          field.clear(this.#valueOf(line, text))
      }
    }

    #field(line: string) {
      return this.querySelector<FormField & LitElement>(`[data-path="${this.#path(line)}"]`)
    }

    /** A state may be given by its name, and is chosen from a list by its code. */
    #valueOf(line: string, text: string): string {
      return line === 'state' && this.rules?.states ? (normalizeState(this.rules, text) ?? '') : text
    }

    readonly #fillCountries = (): void => {
      this.options = countries(this.context.locale)
    }

    readonly #fillStates = (): void => {
      this.hasStates = true
    }

    readonly #onCountry = ({ currentTarget }: Event): void => {
      const { value } = currentTarget as SluiceSelect
      if (value !== this.#country) void this.#changeCountry(value)
    }

    /** The form of an unknown country stands in for rules that cannot be read: the worker validates the address. */
    async #changeCountry(country: string): Promise<void> {
      this.#country = country
      const read = async (): Promise<AddressRules> => {
        const response = await fetch(`${this.start.path}${country}.json`)
        return response.ok ? ((await response.json()) as AddressRules) : unknownCountry
      }
      const rules = country ? await read().catch(() => unknownCountry) : unknownCountry
      // Another country was chosen in the meantime.
      if (country === this.#country) await this.#showLines(rules)
    }

    /** Replaces the lines: what was typed stays in lines of the same kind, and so does the focus. */
    async #showLines(rules: AddressRules): Promise<void> {
      for (const { dataset, value } of this.querySelectorAll<FormField>('[data-path]'))
        this.#texts[dataset['path']!.split('.').pop()!] = value
      const focused = document.activeElement
      // In between, nothing is painted.
      this.rules = null
      await this.updateComplete
      this.rules = rules
      await this.updateComplete
      if (!focused || focused.isConnected) return
      await this.#rendered()
      this.querySelector<HTMLElement>(`#${focused.id}`)?.focus()
    }

    async #rendered(): Promise<void> {
      await Promise.all([...this.querySelectorAll<LitElement>('[data-path]')].map((field) => field.updateComplete))
    }
  }

  customElements.define('sluice-address', SluiceAddress)
}
