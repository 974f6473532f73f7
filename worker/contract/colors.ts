/**
 * The colours that a merchant may name: hex, CSS names, `transparent`, and rgb(), rgba(), hsl(), hsla(), oklch() with plain numbers.
 * A grammar of our own, since the browser's CSS.supports() also takes var(), url() and attr().
 */

/** CSS Color 4, section 6.1. */
const names: ReadonlySet<string> = new Set(
  `aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse
   chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki
   darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey
   darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro
   ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen
   lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen
   lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
   mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream
   mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise
   palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon
   sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato
   turquoise violet wheat white whitesmoke yellow yellowgreen transparent`.split(/\s+/),
)

const hex = /^#([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/

/** Name and arguments. The arguments are split by hand below, which keeps the pattern linear. */
const call = /^(rgb|rgba|hsl|hsla|oklch)\(([0-9.,%/ a-z+-]{1,60})\)$/

const number = /^[+-]?([0-9]{1,6}(\.[0-9]{1,6})?|\.[0-9]{1,6})%?$/
const hue = /^[+-]?([0-9]{1,6}(\.[0-9]{1,6})?|\.[0-9]{1,6})(deg)?$/

/** Which of the three arguments is an angle. */
const hueAt: Readonly<Record<string, number>> = { rgb: -1, rgba: -1, hsl: 0, hsla: 0, oklch: 2 }

/** The old form has commas throughout (oklch has none), the new one spaces and a slash before alpha. */
const argumentsOf = (name: string, text: string): readonly string[] => {
  if (text.includes(','))
    return name === 'oklch' || text.includes('/') ? [] : text.split(',').map((part) => part.trim())
  const [color = '', ...alpha] = text.split('/')
  return [...color.trim().split(/ +/), ...alpha.map((part) => part.trim())]
}

const isCall = (value: string): boolean => {
  const [, name = '', text = ''] = call.exec(value) ?? []
  const parts = name === '' ? [] : argumentsOf(name, text)
  if (parts.length !== 3 && parts.length !== 4) return false
  // Without commas, a fourth argument is alpha and stands behind a slash.
  if (parts.length === 4 && !text.includes(',') && !text.includes('/')) return false
  return parts.every((part, index) => (index === hueAt[name] ? hue : number).test(part))
}

export const isColor = (value: string): boolean => {
  if (value.length > 80) return false
  const lower = value.toLowerCase()
  return names.has(lower) || hex.test(lower) || isCall(lower)
}
