import { html, type TemplateResult } from 'lit'
import { Screen } from '../../shell/screen.ts'

export class YouScreen extends Screen {
  protected override render(): TemplateResult {
    return html``
  }
}
customElements.define('you-screen', YouScreen)
export const createScreen = (): YouScreen => new YouScreen()
