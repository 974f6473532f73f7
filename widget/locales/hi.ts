import type { Texts } from './texts.ts'

export const hi: Texts = {
  direction: 'ltr',
  frameTitle: 'कार्ड की जानकारी',
  missing: 'कार्ड की जानकारी पूरी भरें',
  labels: { number: 'कार्ड नंबर', expiry: 'समाप्ति तिथि', code: 'CVV', name: 'कार्ड पर लिखा नाम', postalCode: 'पिन कोड' },
  optional: '(वैकल्पिक)',
  expiryHint: 'MM / YY',
  help: { codeBack: '{name}: कार्ड के पीछे लिखे 3 अंक', codeFront: '{name}: कार्ड पर सामने लिखे 4 अंक' },
  choice: { label: 'भुगतान नेटवर्क', announcement: 'यह कार्ड दो नेटवर्क पर चलता है। आप कोई एक चुन सकते हैं।' },
  errors: {
    number: { missing: 'कार्ड नंबर डालें', incomplete: 'पूरा कार्ड नंबर डालें', wrong: 'कार्ड नंबर जाँचें' },
    expiry: {
      missing: 'समाप्ति तिथि डालें',
      incomplete: 'महीना और साल डालें',
      wrong: 'समाप्ति तिथि जाँचें',
      past: 'इस कार्ड की अवधि समाप्त हो चुकी है',
    },
    code: { missing: 'CVV डालें', incomplete: 'पूरा CVV डालें', wrong: 'CVV जाँचें' },
    name: { missing: 'कार्ड पर लिखा नाम डालें', wrong: 'कार्ड पर लिखा नाम जाँचें' },
    postalCode: { wrong: 'पिन कोड जाँचें' },
  },
  processing: 'प्रोसेस हो रहा है',
  failures: {
    card_invalid: 'कार्ड की जानकारी जाँचें।',
    declined: 'कार्ड स्वीकार नहीं हुआ। दूसरा कार्ड आज़माएँ।',
    network: 'कनेक्शन नहीं है। फिर से कोशिश करें।',
    rate_limited: 'बहुत ज़्यादा कोशिशें। एक मिनट रुकें।',
    refused: 'यह फ़ॉर्म अभी कार्ड नहीं लेता।',
    unavailable: 'यह नहीं हो पाया। फिर से कोशिश करें।',
  },
}
