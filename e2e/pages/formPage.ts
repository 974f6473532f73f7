/** A merchant's page with a payment form that holds `<sluice-card>` and two buttons, whoever looks at it. */
export class FormPage {
  readonly #gateway: string
  readonly #key: string

  constructor(local: { gateway: string; publishableKey: string }) {
    this.#gateway = local.gateway
    this.#key = local.publishableKey
  }

  /** The policy of a merchant who trusts nobody. */
  get strictPolicy(): string {
    return `default-src 'none'; script-src ${this.#gateway}; frame-src ${this.#gateway}; connect-src 'none'; style-src 'none'; form-action 'self'`
  }

  /** The HTML of the element with some attributes. */
  element(attributes = 'required', key = this.#key): string {
    return `<sluice-card publishable-key="${key}" name="token" ${attributes}></sluice-card>`
  }

  /** A page with a form that holds some HTML. */
  html(fields = this.element()): string {
    return `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${this.#gateway}/embed.js"></script>
      <form action="/pay" method="post">${fields}
        <button name="how" value="later">Later</button> <button name="how" value="now">Pay</button>
      </form>`
  }
}
