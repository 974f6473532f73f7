import { html, type TemplateResult } from 'lit'
import { Screen } from '../../shell/screen.ts'

export class Stoday extends Screen {
  protected override render(): TemplateResult {
    return html`
      <h1>today</h1>
    `
  }
}
customElements.define('today-screen', Stoday)
export const createScreen = (): Stoday => new Stoday()
