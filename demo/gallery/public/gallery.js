// The gallery's own script: it shows each card form when it comes into view, and presses what a page can press. What
// has to be typed is typed by the visitor, since no script of a page reaches into the form.
const root = document.documentElement
const gallery = document.querySelector('.gallery')
const status = gallery.querySelector('.copied')
const cards = () => gallery.querySelectorAll('sluice-card')

/* Frames, as they come into view */

const show = (template) => {
  const place = template.parentElement
  place.replaceChildren(template.content.cloneNode(true))
  const card = place.querySelector('sluice-card')
  card.toggleAttribute('data-own-locale', card.hasAttribute('locale'))
  translate(card)
  // A merchant's panel has the colour that the form is given.
  const { formBackgroundColor } = JSON.parse(card.getAttribute('appearance') ?? '{}')
  if (formBackgroundColor) place.parentElement.style.background = formBackgroundColor
}

const watch = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue
      watch.unobserve(target)
      show(target.querySelector('template'))
    }
  },
  { rootMargin: '300px' },
)
for (const place of gallery.querySelectorAll('.place')) watch.observe(place)

/* Colours and direction of the page */

const translate = (card) => {
  if (card.hasAttribute('data-own-locale')) return
  const tag = root.dir === 'rtl' && gallery.dataset.rightToLeft
  if (tag) card.setAttribute('locale', tag)
  else card.removeAttribute('locale')
}

gallery.addEventListener('change', ({ target }) => {
  if (target.name === 'scheme') root.dataset.scheme = target.value
  if (target.name === 'direction') {
    root.dir = target.value
    cards().forEach(translate)
  }
})

/* Buttons of a specimen */

const say = (text) => {
  status.textContent = text
}

const acts = {
  report: (card) => card.reportValidity(),
  declined: (card) => card.declined(),
  reset: (card) => card.reset(),
  tokenize: (card) =>
    card.tokenize().then(
      ({ token, network }) => say(`A token for a card of ${network}: ${token.slice(0, 12)}…`),
      ({ message }) => {
        say(message)
        card.reportValidity()
      },
    ),
}

const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text)
    say(`Copied ${text}`)
  } catch {
    say(`Your browser did not let us copy ${text}`)
  }
}

gallery.addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  if (button?.dataset.copy) void copy(button.dataset.copy)
  if (button?.dataset.act) acts[button.dataset.act](button.closest('figure').querySelector('sluice-card'))
})

/* Finding a language */

/** Without accents and capitals, so that `turkce` finds Türkçe. */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

for (const input of gallery.querySelectorAll('.filter input')) {
  const section = input.closest('section')
  input.addEventListener('input', () => {
    const wanted = plain(input.value.trim())
    const figures = [...section.querySelectorAll('figure')]
    for (const figure of figures)
      figure.hidden = !plain(figure.querySelector('figcaption').textContent).includes(wanted)
    section.querySelector('.found').textContent =
      `${figures.filter(({ hidden }) => !hidden).length} of ${figures.length}`
  })
}

/* Where one is */

const links = gallery.querySelectorAll('nav a')
const spy = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue
      for (const link of links) {
        if (link.hash === `#${target.id}`) link.setAttribute('aria-current', 'true')
        else link.removeAttribute('aria-current')
      }
    }
  },
  { rootMargin: '-20% 0px -75% 0px' },
)
for (const section of gallery.querySelectorAll('section')) spy.observe(section)
