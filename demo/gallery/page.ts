import { drawn, html, type Html } from '../shop/html.ts'
import { layout } from '../shop/pages/layout.ts'
import { languages } from './languages.ts'
import { ACTS, type Section, sectionsOf, type Specimen, UNREACHABLE } from './specimens.ts'

export type GallerySettings = { gateway: string; publishableKey: string }

/** Origins of the gallery's iframes: the gateway, an unreachable one, and the shop for states that are filled in. */
export const gallerySources = (gateway: string): string => `'self' ${gateway} ${UNREACHABLE}`

const aloneIcon = drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M11.5 4H16v4.5M16 4l-6.5 6.5M8 5H5.5A1.5 1.5 0 0 0 4 6.5v8A1.5 1.5 0 0 0 5.5 16h8a1.5 1.5 0 0 0 1.5-1.5V12"/></svg>`

/** The attributes of a specimen as markup. */
const attributesOf = ({ attributes = {} }: Specimen): Html[] =>
  Object.entries(attributes).map(
    ([name, value]) => html`
      ${name}="${value}"
    `,
  )

/** The tag in a merchant's HTML. */
const markup = ({ attributes = {} }: Specimen): string =>
  ['<sluice-card', ...Object.entries(attributes).map(([name, value]) => attribute(name, value))].join(' ') + '>'

const attribute = (name: string, value: string): string => {
  if (value === '') return name
  return value.includes('"') ? `${name}='${value}'` : `${name}="${value}"`
}

/**
 * The element is in a template until it scrolls into view, since a hundred iframes at once would be slow. Its label contains the title,
 * so that iframe names are unique.
 */
const stage = (specimen: Specimen, { publishableKey }: GallerySettings): Html => html`
  <div class="stage ${specimen.scheme ?? ''} ${specimen.look ?? ''}">
    <div class="place w-${specimen.width ?? 440} rows-${specimen.attributes?.['layout'] ?? 'row'}">
      <template>
        <sluice-card
          publishable-key="${publishableKey}"
          name="token"
          required
          aria-label="Card details: ${specimen.title}"
          ${attributesOf(specimen)}
        >
          ${
            specimen.instead !== undefined &&
            html`
              <p slot="error">${specimen.instead}</p>
            `
          }
        </sluice-card>
      </template>
    </div>
  </div>
`

/** A state that is filled in. Its iframe is in a template for the same reason. */
const state = ({ id, title, width }: Specimen): Html => html`
  <div class="stage">
    <div class="place w-${width ?? 440} rows-row">
      <template><iframe class="state" title="${title}" src="/state?id=${id}"></iframe></template>
    </div>
  </div>
`

const copies = ({ copies = [] }: Specimen): Html | false =>
  copies.length > 0 &&
  html`
    <p class="copies">
      ${copies.map(
        (text) => html`
          <button type="button" data-copy="${text}">${text}</button>
        `,
      )}
    </p>
  `

const acts = ({ acts = [] }: Specimen): Html | false =>
  acts.length > 0 &&
  html`
    <p class="acts">
      ${acts.map(
        (act) => html`
          <button type="button" class="quiet" data-act="${act}">${ACTS[act]}</button>
        `,
      )}
    </p>
  `

const heading = ({ id, title, language }: Specimen): Html => html`
  <h3>
    <span
      ${
        language !== undefined &&
        html`
          lang="${language}"
        `
      }
    >
      ${title}
    </span>
    <a href="/gallery?only=${id}" aria-label="Show only ${title}">${aloneIcon}</a>
  </h3>
`

const shownFigure = (specimen: Specimen): Html => html`
  <figure id="${specimen.id}" class="specimen">
    <figcaption>${heading(specimen)}</figcaption>
    ${state(specimen)}
    <p class="acts">
      <a class="quiet" href="/gallery?only=${specimen.id}" aria-label="Try it: ${specimen.title}">Try it</a>
    </p>
  </figure>
`

const figure = (specimen: Specimen, settings: GallerySettings): Html => html`
  <figure id="${specimen.id}" class="specimen">
    <figcaption>
      ${heading(specimen)}
      ${
        specimen.hint !== undefined &&
        html`
          <p>${specimen.hint}</p>
        `
      }
    </figcaption>
    ${stage(specimen, settings)} ${copies(specimen)} ${acts(specimen)}
    ${
      specimen.attributes !== undefined &&
      specimen.attributes['locale'] === undefined &&
      html`
        <code>${markup(specimen)}</code>
      `
    }
  </figure>
`

const sectionOf = ({ id, title, about, specimens, filter }: Section, settings: GallerySettings): Html => html`
  <section id="${id}" aria-labelledby="${id}-title">
    <header>
      <h2 id="${id}-title">${title}</h2>
      <p>${about}</p>
      ${
        filter !== undefined &&
        html`
          <label class="filter">
            ${filter}
            <input type="search" autocomplete="off" spellcheck="false" />
          </label>
          <p role="status" class="found"></p>
        `
      }
    </header>
    <div class="specimens">
      ${specimens.map((specimen) => (specimen.shown ? shownFigure(specimen) : figure(specimen, settings)))}
    </div>
  </section>
`

const choice = (legend: string, name: string, values: Record<string, string>): Html => html`
  <fieldset class="choice">
    <legend>${legend}</legend>
    ${Object.entries(values).map(
      ([value, label], index) => html`
        <label>
          <input type="radio" name="${name}" value="${value}" ${index === 0 && drawn`checked`} />
          <span>${label}</span>
        </label>
      `,
    )}
  </fieldset>
`

const settingsBar: Html = html`
  <div class="settings">
    ${choice('Colours', 'scheme', { '': 'System', light: 'Light', dark: 'Dark' })}
    ${choice('Direction', 'direction', { ltr: 'LTR', rtl: 'RTL' })}
  </div>
`

const nav = (sections: readonly Section[]): Html => html`
  <nav aria-label="Gallery">
    <ul>
      ${sections.map(
        ({ id, title, specimens }) => html`
          <li>
            <a href="#${id}">
              ${title}
              <small>${specimens.length}</small>
            </a>
          </li>
        `,
      )}
    </ul>
    ${settingsBar}
  </nav>
`

const head = (gateway: string): Html => html`
  <link rel="stylesheet" href="/gallery.css" />
  <script type="module" src="${gateway}/embed.js"></script>
  <script type="module" src="/gallery.js"></script>
`

/**
 * The card form in every layout, state, theme and language, connected to the gateway.
 *
 * @param only ids of specimens to show; empty for all
 * @returns undefined if no specimen matches
 */
export const galleryPage = (only: readonly string[], settings: GallerySettings): string | undefined => {
  const available = languages()
  const sections = sectionsOf(available)
  const rightToLeft =
    available.find(({ tag }) => tag === 'ar') ?? available.find(({ direction }) => direction === 'rtl')
  const status = html`
    <p role="status" class="copied"></p>
  `
  if (only.length > 0) {
    const chosen = sections.flatMap(({ specimens }) => specimens).filter(({ id }) => only.includes(id))
    if (chosen.length === 0) return undefined
    const titles = chosen.map(({ title }) => title).join(', ')
    const content = html`
      <div class="gallery alone">
        <h1>${titles}</h1>
        <p><a href="/gallery#${chosen[0]?.id}">Show all</a></p>
        <div class="specimens">${chosen.map((specimen) => figure(specimen, settings))}</div>
        ${status}
      </div>
    `
    return layout(titles, content, { head: head(settings.gateway) })
  }
  const content = html`
    <div class="gallery" data-right-to-left="${rightToLeft?.tag ?? ''}">
      ${nav(sections)}
      <div class="sections">
        <header class="intro">
          <h1>Card form gallery</h1>
          <p>
            The card form in every layout, state, theme and language, connected to the gateway. Forms load as you
            scroll.
          </p>
        </header>
        ${sections.map((section) => sectionOf(section, settings))}
      </div>
      ${status}
    </div>
  `
  return layout('Card form gallery', content, { head: head(settings.gateway) })
}
