/** The HTML of a merchant's page with a form of `<sluice-card>` and two buttons, for any browser driver. */
export class FormPage {
  readonly #gateway: string
  readonly #key: string

  constructor(local: { gateway: string; publishableKey: string }) {
    this.#gateway = local.gateway
    this.#key = local.publishableKey
  }

  /** A Content-Security-Policy that allows the gateway only. */
  get strictPolicy(): string {
    return `default-src 'none'; script-src ${this.#gateway}; frame-src ${this.#gateway}; connect-src 'none'; style-src 'none'; form-action 'self'`
  }

  /** The element’s HTML. */
  element(attributes = 'required', key = this.#key): string {
    return `<sluice-card publishable-key="${key}" name="token" ${attributes}></sluice-card>`
  }

  /** A page with a form around `fields`. */
  html(fields = this.element()): string {
    return `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${this.#gateway}/embed.js"></script>
      <form action="/pay" method="post">${fields}
        <button name="how" value="later">Later</button> <button name="how" value="now">Pay</button>
      </form>`
  }
}
