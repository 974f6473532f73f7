import { html, type TemplateResult } from 'lit'
import { Screen } from '../../shell/screen.ts'

export class Spayment extends Screen {
  protected override render(): TemplateResult {
    return html`
      <h1>payment</h1>
    `
  }
}
customElements.define('payment-screen', Spayment)
export const createScreen = (): Spayment => new Spayment()
