import type { Texts } from './texts.ts'

export const gu: Texts = {
  direction: 'ltr',
  frameTitle: 'કાર્ડની વિગતો',
  missing: 'કાર્ડની વિગતો પૂરી ભરો',
  labels: { number: 'કાર્ડ નંબર', expiry: 'સમાપ્તિ', code: 'CVV', name: 'કાર્ડ પરનું નામ', postalCode: 'પિન કોડ' },
  optional: '(વૈકલ્પિક)',
  expiryHint: 'MM / YY',
  help: { codeBack: '{name}: કાર્ડની પાછળની બાજુના 3 અંક', codeFront: '{name}: કાર્ડની આગળની બાજુના 4 અંક' },
  choice: { label: 'પેમેન્ટ નેટવર્ક', announcement: 'આ કાર્ડ બે નેટવર્ક પર ચાલે છે. તમે એક પસંદ કરી શકો છો.' },
  errors: {
    number: { missing: 'કાર્ડ નંબર દાખલ કરો', incomplete: 'આખો કાર્ડ નંબર દાખલ કરો', wrong: 'કાર્ડ નંબર તપાસો' },
    expiry: {
      missing: 'સમાપ્તિ તારીખ દાખલ કરો',
      incomplete: 'મહિનો અને વર્ષ દાખલ કરો',
      wrong: 'સમાપ્તિ તારીખ તપાસો',
      past: 'આ કાર્ડની મુદત પૂરી થઈ ગઈ છે',
    },
    code: { missing: 'CVV દાખલ કરો', incomplete: 'આખો CVV દાખલ કરો', wrong: 'CVV તપાસો' },
    name: { missing: 'કાર્ડ પરનું નામ દાખલ કરો', wrong: 'કાર્ડ પરનું નામ તપાસો' },
    postalCode: { wrong: 'પિન કોડ તપાસો' },
  },
  processing: 'પ્રક્રિયા ચાલુ છે',
  failures: {
    card_invalid: 'કાર્ડની વિગતો તપાસો.',
    declined: 'કાર્ડ સ્વીકારાયું નથી. બીજું કાર્ડ અજમાવો.',
    network: 'કનેક્શન નથી. ફરી પ્રયાસ કરો.',
    rate_limited: 'ઘણા પ્રયાસ થયા. એક મિનિટ રાહ જુઓ.',
    refused: 'આ ફોર્મ હજી કાર્ડ સ્વીકારતું નથી.',
    unavailable: 'આ થઈ શક્યું નહીં. ફરી પ્રયાસ કરો.',
  },
}
