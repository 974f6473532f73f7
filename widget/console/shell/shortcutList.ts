import { html, type TemplateResult } from 'lit'
import { icons } from '../parts/icons.ts'
import { areShortcutsOn, setShortcuts } from './shortcuts.ts'
import { shellTexts } from './texts.ts'

const texts = shellTexts.shortcuts

const list: readonly (readonly [keys: readonly string[], text: string])[] = [
  [['/'], texts.search],
  [['g', 't'], texts.today],
  [['g', 'p'], texts.payments],
  [['g', 'l'], texts.checkouts],
  [['g', 'd'], texts.disputes],
  [['g', 's'], texts.settlements],
  [['?'], texts.help],
  [['Esc'], texts.closeDialog],
]

/** Id of the dialog, for the buttons that show it. */
export const shortcutListId = 'shortcuts'

/** The browser's store is read when the dialog opens: its first use takes a while, which every page would wait for. */
const readSetting = (event: Event): void => {
  ;(event.currentTarget as HTMLElement).querySelector('input')!.checked = areShortcutsOn()
}

/** The dialog of keyboard shortcuts. A popover: a modal dialog would make the rest of the page inert, which is slow with a long list. */
export const shortcutList = (): TemplateResult => html`
  <dialog class="dialog" id=${shortcutListId} popover aria-labelledby="shortcuts-title" @beforetoggle=${readSetting}>
    <div class="dialog-head">
      <h2 id="shortcuts-title">${texts.title}</h2>
      <button class="icon-button" popovertarget=${shortcutListId} popovertargetaction="hide">
        ${icons.close}
        <span class="hidden">${texts.close}</span>
      </button>
    </div>
    <dl class="shortcuts">
      ${list.map(
        ([keys, text]) => html`
          <div>
            <dt>${text}</dt>
            <dd>
              ${keys.map(
                (key, index) => html`
                  ${
                    index > 0
                      ? html`
                          <span class="small muted">${texts.followedBy}</span>
                        `
                      : ''
                  }
                  <kbd>${key}</kbd>
                `,
              )}
            </dd>
          </div>
        `,
      )}
    </dl>
    <label class="check">
      <input type="checkbox" @change=${(event: Event) => setShortcuts((event.target as HTMLInputElement).checked)} />
      ${texts.toggle}
    </label>
  </dialog>
`
