import { drawn, html, type Html } from '../shop/html.ts'
import { NETWORK_NAMES, NETWORKS } from '#contract/card/networks'
import { mark } from '../shop/pages/layout.ts'
import { clearIcon, failIcon, foldIcon, openIcon, passIcon, redoIcon, undoIcon } from './icons.ts'
import { type CheckoutMember, CURRENCIES, PHONE_CHOICES, SAMPLES } from './checkoutMembers.ts'
import { CHOICES, type Group, GROUPS, type Kind, memberKind, type Member, memberTitle } from './members.ts'
import { PRESETS } from '#contract/theme/presets'
import type { Appearance } from './appearance.ts'
import { PREVIEWS } from './previews.ts'

/** Thumbnail of a checkout: invoice, form, field and button. */
const thumbnail = (members: Appearance): Html => html`
  <svg viewBox="0 0 72 48" aria-hidden="true">
    <rect width="72" height="48" fill="${members.formBackgroundColor ?? '#ffffff'}" />
    <rect width="32" height="48" fill="${members.invoiceBackgroundColor ?? '#f6f7f9'}" />
    <rect x="6" y="10" width="16" height="5" rx="2.5" fill="${members.invoiceAccentColor ?? '#14171f'}" />
    <rect x="6" y="20" width="20" height="3" rx="1.5" fill="${members.invoiceTextColor ?? '#5b6472'}" />
    <rect x="6" y="27" width="14" height="3" rx="1.5" fill="${members.invoiceTextColor ?? '#5b6472'}" />
    <rect
      x="38.5"
      y="10.5"
      width="27"
      height="9"
      rx="2.5"
      fill="${members.formInputBackgroundColor ?? members.formBackgroundColor ?? '#ffffff'}"
      stroke="${members.formBorderColor ?? '#858d9b'}"
    />
    <rect x="38" y="29" width="28" height="9" rx="2.5" fill="${members.formButtonBackgroundColor ?? '#3656e3'}" />
  </svg>
`

const presets: Html = html`
  <div class="presets" role="group" aria-label="Presets">
    ${[{ id: 'none', title: 'Default', members: {} }, ...PRESETS].map(
      ({ id, title, members }) => html`
        <button type="button" data-preset="${id}">
          ${thumbnail(members)}
          <span>${title}</span>
        </button>
      `,
    )}
  </div>
`

const colorRow = (member: Member, label: string): Html => html`
  <input type="color" id="${member}-picker" aria-label="Pick: ${memberTitle(member)}" />
  <label for="${member}">
    ${label}
    <code>${member}</code>
  </label>
  <input type="text" id="${member}" autocomplete="off" spellcheck="false" autocapitalize="off" maxlength="90" />
  <button type="button" class="bare" data-clear aria-label="Clear: ${memberTitle(member)}" hidden>${clearIcon}</button>
`

type Choice = { value: string; title: string }

const choiceRow = (member: Member, label: string, unset: string, choices: readonly Choice[]): Html => html`
  <label for="${member}">
    ${label}
    <code>${member}</code>
  </label>
  <select id="${member}">
    <option value="">${unset}</option>
    ${choices.map(
      ({ value, title }) => html`
        <option value="${value}">${title}</option>
      `,
    )}
  </select>
`

const textRow = (
  member: Member,
  label: string,
  mode: string,
  placeholder: string,
  more: Html = drawn`maxlength="2048"`,
): Html => html`
  <label for="${member}">
    ${label}
    <code>${member}</code>
  </label>
  <input
    type="text"
    id="${member}"
    inputmode="${mode}"
    placeholder="${placeholder}"
    autocomplete="off"
    spellcheck="false"
    autocapitalize="off"
    ${more}
  />
`

/** A list as JSON, with a suggestion. */
const listRow = (member: Member, label: string): Html => html`
  ${textRow(
    member,
    label,
    'text',
    'none',
    html`
      maxlength="20000" list="${member}-list"
    `,
  )}
  <datalist id="${member}-list">
    <option value="${JSON.stringify(SAMPLES[member as CheckoutMember])}"></option>
  </datalist>
`

/** A checkbox with the name of each network. */
const networksRow = (member: Member, label: string): Html => html`
  <fieldset>
    <legend>
      ${label}
      <code>${member}</code>
    </legend>
    ${NETWORK_NAMES.map(
      (network) => html`
        <label>
          <input type="checkbox" value="${network}" />
          <span>${NETWORKS[network].title}</span>
        </label>
      `,
    )}
    <input type="hidden" id="${member}" />
  </fieldset>
`

const named = (choices: readonly string[]): readonly Choice[] => choices.map((value) => ({ value, title: value }))

/** The control of each kind of member. The placeholder is the default of the checkout. */
const CONTROLS: Readonly<Record<Kind, (member: Member, label: string) => Html>> = {
  color: colorRow,
  iconTheme: (member, label) => choiceRow(member, label, 'derived', named(CHOICES.iconTheme)),
  inputVariant: (member, label) => choiceRow(member, label, 'outlined (default)', named(CHOICES.inputVariant)),
  fontFamily: (member, label) => choiceRow(member, label, 'system (default)', named(CHOICES.fontFamily)),
  textSize: (member, label) => textRow(member, label, 'numeric', '100'),
  radius: (member, label) => textRow(member, label, 'numeric', '10'),
  spacing: (member, label) => choiceRow(member, label, 'normal (default)', named(CHOICES.spacing)),
  contrast: (member, label) => choiceRow(member, label, 'standard (default)', named(CHOICES.contrast)),
  networks: networksRow,
  text: (member, label) => textRow(member, label, 'text', 'none'),
  currency: (member, label) => choiceRow(member, label, 'Account default', CURRENCIES),
  decimal: (member, label) => textRow(member, label, 'decimal', 'none'),
  seconds: (member, label) => textRow(member, label, 'numeric', '3'),
  switch: (member, label) => choiceRow(member, label, 'no (default)', [{ value: 'true', title: 'yes' }]),
  phone: (member, label) => choiceRow(member, label, 'none (default)', named(PHONE_CHOICES)),
  url: (member, label) => textRow(member, label, 'url', 'none'),
  list: listRow,
}

const row = (member: Member, label: string): Html => {
  const kind = memberKind(member)
  return html`
    <li class="row-of ${kind}" data-member="${member}">
      ${CONTROLS[kind](member, label)}
      ${
        member === 'faviconUrl' &&
        html`
          <img class="favicon" alt="Preview of the favicon" width="32" height="32" hidden />
        `
      }
      <p class="complaint" id="${member}-complaint"></p>
      <ul class="verdicts"></ul>
    </li>
  `
}

/** Groups that are open at first. */
const OPEN: ReadonlySet<string> = new Set(['invoice', 'form'])

const group = ({ id, title, about, members }: Group): Html => html`
  <details class="group" id="group-${id}" ${OPEN.has(id) && drawn`open`}>
    <summary>
      <h2>${title}</h2>
      <span class="swatches" aria-hidden="true"></span>
      <span class="count"></span>
      ${foldIcon}
    </summary>
    <p class="about">${about}</p>
    <ul>
      ${Object.entries(members).map(([member, label]) => row(member as Member, label))}
    </ul>
  </details>
`

const device = (id: string, title: string): Html => html`
  <figure class="device ${id}">
    <div class="screen"><iframe title="${title}: preview of the checkout"></iframe></div>
    <figcaption>${title}</figcaption>
  </figure>
`

const dialog: Html = html`
  <dialog id="json" aria-labelledby="json-title">
    <form method="dialog">
      <div class="row">
        <h2 id="json-title">Checkout as JSON</h2>
        <button class="bare" aria-label="Close">${clearIcon}</button>
      </div>
      <p>
        Send these members with
        <code>POST /v1/dynamiccheckout</code>
        and your items. You can also paste a checkout or an appearance.
      </p>
      <textarea
        aria-label="JSON"
        spellcheck="false"
        autocomplete="off"
        rows="14"
        aria-describedby="problems"
      ></textarea>
      <ul id="problems" role="alert"></ul>
      <p role="status" class="done"></p>
      <div class="acts">
        <button type="button" class="main" data-act="import">Apply</button>
        <button type="button" class="quiet" data-act="copy">Copy</button>
        <button type="button" class="quiet" data-act="paste">Paste</button>
        <a class="quiet" data-act="download" download="checkout.json">Download</a>
      </div>
    </form>
  </dialog>
`

const made: Html = html`
  <dialog id="made" aria-labelledby="made-title">
    <form method="dialog">
      <div class="row">
        <h2 id="made-title">Checkout</h2>
        <button class="bare" aria-label="Close">${clearIcon}</button>
      </div>
      <div class="made-it">
        <p>Checkout created. It accepts test cards for 24 hours.</p>
        <p class="address"></p>
        <a class="quiet" target="_blank" rel="noopener">${openIcon} Open the checkout</a>
      </div>
      <div class="not-made" role="alert">
        <p>The gateway rejected the checkout:</p>
        <ul></ul>
      </div>
    </form>
  </dialog>
`

/**
 * The theme studio: controls for every member of an appearance and for some of the checkout itself, beside a preview of the checkout.
 *
 * @param gateway origin of the preview iframes
 */
export const studioPage = (gateway: string): string =>
  html`
    <!doctype html>
    <html lang="en" data-gateway="${gateway}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Theme studio · Kiln &amp; Tide</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/shop.css" />
        <link rel="stylesheet" href="/studio.css" />
        <script type="module" src="/studio.js"></script>
      </head>
      <body class="studio">
        <header class="bar">
          <a href="/" class="brand" aria-label="Kiln &amp; Tide, the shop">${mark}</a>
          <h1>Theme studio</h1>
          <div class="history">
            <button type="button" class="bare" data-act="undo" aria-label="Undo" disabled>${undoIcon}</button>
            <button type="button" class="bare" data-act="redo" aria-label="Redo" disabled>${redoIcon}</button>
          </div>
          <button type="button" class="quiet" data-act="json">JSON</button>
          <button type="button" class="main" data-act="create">Create checkout</button>
        </header>
        <main>
          <section class="stage" aria-label="Preview">
            <div class="stage-bar">
              <fieldset class="segments">
                <legend class="unseen">Preview</legend>
                ${PREVIEWS.map(
                  ({ id, title }, index) => html`
                    <label>
                      <input type="radio" name="preview" value="${id}" ${index === 0 && drawn`checked`} />
                      <span>${title}</span>
                    </label>
                  `,
                )}
              </fieldset>
              <p class="sum" role="status"></p>
            </div>
            <div class="devices" tabindex="0" role="group" aria-label="Desktop and phone">
              ${device('desktop', 'Desktop, 1180 px')} ${device('phone', 'Phone, 390 px')}
            </div>
            <p class="trouble" role="alert"></p>
          </section>
          <section class="controls" aria-label="Members">
            ${presets}
            <noscript><p>Turn on JavaScript to use the studio.</p></noscript>
            ${GROUPS.map(group)}
          </section>
        </main>
        ${dialog} ${made}
        <template id="pass">${passIcon}</template>
        <template id="fail">${failIcon}</template>
      </body>
    </html>
  `.markup
