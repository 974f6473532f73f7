import type { Texts } from './texts.ts'

export const te: Texts = {
  direction: 'ltr',
  frameTitle: 'కార్డ్ వివరాలు',
  missing: 'కార్డ్ వివరాలను పూర్తి చేయండి',
  labels: { number: 'కార్డ్ నంబర్', expiry: 'గడువు', code: 'CVV', name: 'కార్డ్‌పై పేరు', postalCode: 'పిన్ కోడ్' },
  optional: '(ఐచ్ఛికం)',
  expiryHint: 'MM / YY',
  help: { codeBack: '{name}: కార్డ్ వెనుక వైపు ఉన్న 3 అంకెలు', codeFront: '{name}: కార్డ్ ముందు వైపు ఉన్న 4 అంకెలు' },
  choice: { label: 'చెల్లింపు నెట్‌వర్క్', announcement: 'ఈ కార్డ్ రెండు నెట్‌వర్క్‌లలో పని చేస్తుంది. మీరు ఒకదాన్ని ఎంచుకోవచ్చు.' },
  errors: {
    number: { missing: 'కార్డ్ నంబర్ నమోదు చేయండి', incomplete: 'పూర్తి కార్డ్ నంబర్ నమోదు చేయండి', wrong: 'కార్డ్ నంబర్ సరిచూడండి' },
    expiry: {
      missing: 'గడువు తేదీ నమోదు చేయండి',
      incomplete: 'నెల, సంవత్సరం నమోదు చేయండి',
      wrong: 'గడువు తేదీ సరిచూడండి',
      past: 'ఈ కార్డ్ గడువు ముగిసింది',
    },
    code: { missing: 'CVV నమోదు చేయండి', incomplete: 'పూర్తి CVV నమోదు చేయండి', wrong: 'CVV సరిచూడండి' },
    name: { missing: 'కార్డ్‌పై ఉన్న పేరు నమోదు చేయండి', wrong: 'కార్డ్‌పై ఉన్న పేరు సరిచూడండి' },
    postalCode: { wrong: 'పిన్ కోడ్ సరిచూడండి' },
  },
  processing: 'ప్రాసెస్ అవుతోంది',
  failures: {
    card_invalid: 'కార్డ్ వివరాలు సరిచూడండి.',
    declined: 'కార్డ్ తిరస్కరించబడింది. వేరే కార్డ్ వాడండి.',
    network: 'కనెక్షన్ లేదు. మళ్లీ ప్రయత్నించండి.',
    rate_limited: 'చాలా ప్రయత్నాలు. ఒక నిమిషం ఆగండి.',
    refused: 'ఈ ఫారమ్ ఇంకా కార్డ్‌లను అంగీకరించదు.',
    unavailable: 'ఇది పూర్తి కాలేదు. మళ్లీ ప్రయత్నించండి.',
  },
}
