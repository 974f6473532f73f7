/** Titles of tests by file. */
export type NamedTests = Readonly<Record<string, readonly [string, ...string[]]>>

/** A frequent complaint of shoppers and developers about card forms in public threads, and the tests that prevent it here. */
interface CardFormProblem {
  readonly problem: string
  readonly answer: string
  readonly tests: NamedTests
}

export const problems: readonly CardFormProblem[] = [
  {
    problem: 'Focus jumps and Tab gets lost between one frame per field, especially in Safari',
    answer: "One frame for the whole form; the browser's native tab order, in and out at both ends",
    tests: {
      'e2e/card/keyboard.spec.ts': [
        'card form: Tab enters from the page, visits the fields in order and leaves; Shift+Tab returns',
      ],
      'e2e/webkit/scenarios.spec.ts': [
        'WebKit card form: Tab visits the fields in order and leaves',
        'WebKit card form: Shift+Tab visits the fields in reverse order and leaves',
      ],
    },
  },
  {
    problem: 'Autofill fills half of the form, or its values are invalid until a key is pressed',
    answer:
      "Tested with the browser's own autofill protocol, repeatedly; input from scripts and password managers is read too",
    tests: {
      'e2e/card/autofill.spec.ts': [
        'card form: the browser fills a saved card into the cross-origin frame',
        'card form: autofill replaces a typed invalid card and an earlier saved card without errors',
      ],
      'widget/card-frame/autofill.test.ts': [
        'autofill of all fields, repeated and in any order, gives a complete card without errors (%j)',
      ],
      'widget/fields/field/editing.test.ts': [
        'values written by a script with the events %j are formatted, three times in a row',
      ],
    },
  },
  {
    problem: 'A number of 19 digits is cut, a Diners card wrongly grouped, an old Visa of 13 digits refused',
    answer: '13 to 19 digits, grouped as the network prints them',
    tests: {
      'widget/card/formatCardNumber.test.ts': ['formatCardNumber formats %j as %j'],
      'widget/card/fieldKinds.test.ts': ['the card number %s is valid'],
      'e2e/card/keyboard.spec.ts': [
        'card form: 19 digits paste with any separators; an expiry date pastes as MM/YYYY and types as M/YY',
      ],
    },
  },
  {
    problem: 'The wrong brand is shown: UnionPay, JCB, Maestro, newer Mastercards',
    answer:
      'One table that decides overlaps, compared with a maintained library; a card with two networks offers the choice',
    tests: {
      'worker/contract/card/networks.test.ts': ['%s is a number of %s', 'every overlap of two networks has a winner'],
      'worker/contract/card/networksReference.test.ts': [
        'the network of every number is that of credit-card-type, except for listed differences',
      ],
      'widget/fields/network-choice/network-choice.test.ts': [
        'a network choice can be changed, fires form-edit and is the reported brand',
      ],
    },
  },
  {
    problem: 'The caret jumps when a digit in the middle is corrected; phone keyboards scramble the number',
    answer: 'Every key at every position, undo, the clipboard, and composing keyboards',
    tests: {
      'widget/fields/field/editing.test.ts': [
        'each key at any position of %s keeps the caret, and is undone and redone',
        'IME composition is formatted once, at its end',
      ],
      'e2e/card/keyboard.spec.ts': [
        'card form: the caret stays at an inserted or deleted digit, and undo and redo restore it',
      ],
      'e2e/webkit/scenarios.spec.ts': ['WebKit card form: the caret stays at an inserted or deleted digit'],
    },
  },
  {
    problem: 'Focus moves automatically when a field is full',
    answer:
      'Focus moves with keys only: Tab, or a digit after a complete number, which goes into the expiry unless `no-advance` is set',
    tests: {
      'widget/card-frame/accessibility/keyboard.test.ts': ['a full field keeps the focus'],
      'widget/fields/card-form/card-form.test.ts': ['a number that is pasted with further digits stays in its field'],
    },
  },
  {
    problem: 'Errors are not read out, frames have no title, the brand is only a picture',
    answer: 'WCAG 2.2 AA in every state, theme and direction; one polite live region; a frame with a title',
    tests: {
      'widget/card-frame/accessibility/axe.test.ts': ['the card form has no axe violations: %s, %s, %s'],
      'widget/card-frame/accessibility/screenReader.test.ts': [
        'each field has its own error as description, also in a shared message line (%s)',
        'one polite live region announces each change once, without card digits',
      ],
      'widget/embed/sluice-card.test.ts': ['the frame has the element’s language and title'],
    },
  },
  {
    problem: 'The page jumps while the form loads, and again when an error appears',
    answer:
      'The height is reserved before the frame loads, with a line for messages; layout shift 0.000 (`npm run bench:widget`)',
    tests: {
      'widget/embed/sluice-card.test.ts': ['the frame’s height is reserved, and its load shifts no layout'],
      'widget/card-frame/layouts.test.ts': [
        'the form has the height reserved by the page (layout %s), at all widths and with any optional fields',
        'no message causes layout shift in layout %s, in English and German',
      ],
    },
  },
  {
    problem: 'A white box flashes on a dark page',
    answer: "The frame has the page's colour scheme from the first byte, and a grey skeleton until the form loads",
    tests: {
      'widget/card-frame/themes.test.ts': [
        'grey bars in the page’s colours reserve the form’s place until it has loaded',
        'the theme follows the color scheme of the page and the system',
      ],
      'e2e/webkit/scenarios.spec.ts': ['WebKit card form: a dark page has a dark form'],
    },
  },
  {
    problem: 'A strict Content-Security-Policy breaks it, and its script cannot be pinned',
    answer: "Works under `default-src 'none'` with two origins named, and under COEP; versions with a published hash",
    tests: {
      'e2e/card/form.spec.ts': [
        'card form: submit sends a token and the pressed button, and no card data',
        'card form: works under Cross-Origin-Embedder-Policy require-corp',
        'card form: the versioned script runs with its published hash and is blocked with another',
      ],
      'e2e/webkit/scenarios.spec.ts': [
        'WebKit card form: a strict CSP reports no violation on the page or in the frame',
      ],
    },
  },
  {
    problem: 'The form silently fails to load for one or two visitors in a hundred',
    answer: 'Retries, then the fallback, then a message for the shopper and an event for the page',
    tests: {
      'widget/embed/sluice-card.test.ts': [
        'the frame is requested three times, then from the fallback gateway',
        'a load failure shows a text in the page’s language, else English, and fires error',
        'a load failure shows the error slot if there is one',
      ],
      'widget/embed/npm.test.ts': [
        'loadElements retries with delays, then loads from the fallback, once for all calls',
      ],
    },
  },
  {
    problem: 'React mounts it twice; it breaks when moved, in a dialog or beside another one, and it leaks',
    answer: 'Tests of the whole lifecycle; a hundred mounts leak nothing',
    tests: {
      'e2e/card/react.spec.ts': ['React strict mode: one frame loads and one handshake is sent'],
      'widget/embed/lifecycle.test.ts': [
        'two elements have separate frames, tokens and forms',
        'the card works in a dialog: focus, Tab and Escape',
        'removal leaves no frame, listener, port or node after a hundred cycles',
      ],
      'widget/embed/sluice-card.test.ts': [
        'a move empties the form and fires change; moveBefore preserves it',
        'submission works in a form in a shadow root',
      ],
    },
  },
  {
    problem: 'Arabic and Hebrew are broken, and few languages are supported',
    answer: 'More than sixty languages, each complete; right to left with digits left to right',
    tests: {
      'widget/locales/cardTexts.test.ts': [
        'the card form has at least fifty languages with canonical tags',
        'right-to-left languages have direction rtl',
      ],
      'widget/card-frame/languages.test.ts': [
        'each label and sentence of each language fits on one line, down to 280 px',
      ],
      'e2e/webkit/scenarios.spec.ts': ['WebKit card form: digits run left to right in a right-to-left language'],
    },
  },
  {
    problem: 'A double click pays twice',
    answer: 'One submission at a time; a token pays once',
    tests: {
      'e2e/card/form.spec.ts': ['card form: a double click submits once'],
      'e2e/demo/shop.spec.ts': [
        'demo shop: a double click pays once',
        'demo shop: a repeated form submission pays once',
      ],
    },
  },
]
