import type { Language } from '@wopack/domain';

/** Kinds of business of demo sale places: finer than sale place types, so that a pizzeria sells pizza. */
export const concepts = [
  'padaria',
  'confeitaria',
  'cafe',
  'tasca',
  'pizzaria',
  'churrasqueira',
  'sushi',
  'horta',
  'mundo',
  'mercearia',
  'supermercado',
  'hotel',
  'bomba',
] as const;
export type Concept = (typeof concepts)[number];

/** Slugs of `sale_place_types`. */
export type SalePlaceType = 'bakery' | 'cafe' | 'restaurant' | 'supermarket' | 'hotel' | 'gas_station';

export const salePlaceTypesByConcept: Record<Concept, readonly [SalePlaceType, ...SalePlaceType[]]> = {
  padaria: ['bakery'],
  confeitaria: ['bakery', 'cafe'],
  cafe: ['cafe'],
  tasca: ['restaurant'],
  pizzaria: ['restaurant'],
  churrasqueira: ['restaurant'],
  sushi: ['restaurant'],
  horta: ['restaurant', 'cafe'],
  mundo: ['restaurant'],
  mercearia: ['supermarket'],
  supermercado: ['supermarket'],
  hotel: ['hotel', 'restaurant'],
  bomba: ['gas_station', 'cafe'],
};

/** Invented names: every pattern with every suffix, which replaces '*'. */
interface NameParts {
  patterns: string[];
  suffixes: string[];
}

const splitList = (text: string): string[] => text.split(/\s*,\s*/);

const namePartsByConcept: Record<Concept, NameParts> = {
  padaria: {
    patterns: ['Padaria *', 'Forno *', 'Casa do Pão *'],
    suffixes:
      splitList(`Espiga Mansa, Três Fornadas, Santa Farinha, Boa Côdea, Fermento Lento, da Tia Lurdes, Moinho Branco,
      Pé de Trigo, Miolo, Grão a Grão, das Sete, Manhã Clara, do Pátio, Trigo Limpo, Rosa do Adro, Pedra Quente,
      da Esquina Alta, Avó Deolinda, Maçaroca, Farinha Fina, Luz da Manhã, da Travessa, do Padeiro Novo`),
  },
  confeitaria: {
    patterns: ['Confeitaria *', 'Pastelaria *', 'Doçaria *'],
    suffixes:
      splitList(`Flor de Açúcar, Canela e Meia, Ponto Pérola, Fio de Ovos, Dona Amélia, Nuvem Doce, Merengue Alto,
      Amêndoa Amarga, Rainha Clara, Ouro Batido, Mil Folhas, Caramelo Real, Ninho Doce, Violeta, Cereja Alta,
      do Largo, Creme da Vila, Açúcar em Ponto, Laranjinha`),
  },
  cafe: {
    patterns: ['Café *', 'Cafetaria *', 'Leitaria *'],
    suffixes:
      splitList(`Meia de Leite, Bica Cheia, Manhã de Vagar, do Coreto, Girassol Azul, Andorinha, Dois Dedos,
      Toldo Verde, Janela Norte, Varanda, Relógio Parado, da Calçada, Azulejo Partido, Sem Pressa, Jacarandá,
      Papel de Música, Cadeira Amarela, Pombo-Correio, Marquise, Três Degraus, da Rua de Trás`),
  },
  tasca: {
    patterns: ['Tasca *', 'Taberna *', 'Adega *', 'Cantinho *'],
    suffixes:
      splitList(`da Ti Alice, do Quim Russo, do Mestre Adão, das Duas Portas, da Maria Ruiva, do Pipo, da Videira Velha,
      do Alfredo, da Rolha, do Sardão, do Jarro, do Poço Novo, da Avó Rosa, do Telheiro, da Prima Celeste, do Fadinho,
      da Malga, do Caneco, da Janela Baixa`),
  },
  pizzaria: {
    patterns: ['Pizzaria *', 'Trattoria *'],
    suffixes:
      splitList(`Massa Fina, Due Passi, Nonna Pina, Vesúvio Manso, Fatia Larga, Pomodoro Blu, Farina Doppia, Il Cortile,
      Basilico Vivo, Quattro Gatti, Bella Brasa, Mozza, Legna Nova, Luna Storta, da Praça, Via Stretta`),
  },
  churrasqueira: {
    patterns: ['Churrasqueira *', 'Grelhados *'],
    suffixes:
      splitList(`do Carvoeiro, da Encosta, do Espeto, Lume Brando, do Pátio Velho, Asa Dourada, do Malaquias,
      Frango Vadio, da Praceta, Bico Quente, Piri e Piri, da Chaminé, Brasa Viva, do Cruzamento`),
  },
  sushi: {
    patterns: ['* Sushi', 'Sushi *', 'Izakaya *'],
    suffixes:
      splitList(`Onda Lenta, Kumo, Arroz e Mar, Hoshizora, Nami, Tamago, Ponte Norte, Umi, Sal e Algas, Kaze, Lota,
      Mirai, Shiro, Peixe Lua, Bambu Azul, Tsuki, Alga Nova`),
  },
  horta: {
    patterns: ['Horta *', 'Cozinha *', 'Raiz *'],
    suffixes:
      splitList(`Verde Vagar, do Quintal, Folha Larga, Rebento, das Ervas, Terra Nova, Hortelã, Semente, Beterraba,
      Salva Brava, do Regador, Alecrim, Erva-Doce, Funcho`),
  },
  mundo: {
    patterns: ['*'],
    suffixes:
      splitList(`Massala Azul, Goa ao Lume, Wok da Praça, Bao e Companhia, Taco Torto, Burrito Lento, Mezze do Bairro,
      Falafel da Esquina, Ramen da Rua, Noodles do Norte, Casa Benguela, Moamba da Ilda, Cachupa da Nha Tita,
      Tempero de Mumbai, Hambúrguer do Largo, Smash do Beco, Momo do Vale, Thai da Travessa, Banh Mi Bento,
      Kebab do Jardim, Tandoor Dourado, Arepa Amarela, Feijão Preto, Dim Sum da Vila, Quibe e Limão, Coco e Caril,
      Pimenta Rosa, Chamuça Quente, Caril de Domingo, Sete Especiarias`),
  },
  mercearia: {
    patterns: ['Mercearia *', 'Mercadinho *', 'Frutaria *'],
    suffixes:
      splitList(`da Ilda, Bom Cesto, do Senhor Armando, Pomar da Vila, Terra e Sal, da Fonte, Maçã Bravo, O Cabaz,
      Dona Fernanda, Raiz Funda, Folha Verde, da Esquina, Três Balanças, Seara, do Alqueire, Casca Fina`),
  },
  supermercado: {
    patterns: ['Supermercado *', 'Super *'],
    suffixes:
      splitList(`Cesto Cheio, Praça Nova, Vizinho, Boa Conta, da Avenida, Quatro Ventos, Despensa, Horizonte,
      Bairro Mais, Porta Aberta, Sacada, do Jardim`),
  },
  hotel: {
    patterns: ['Hotel *', 'Residencial *'],
    suffixes:
      splitList(`Miradouro Azul, Rio e Telha, Jardim de Inverno, das Andorinhas, Terraço Real, Almirante Velho, Cais Antigo,
      Porta Nova, Azinheira, Vila Clara, Farol Branco, Infanta Branca, Pátio das Laranjas`),
  },
  bomba: {
    patterns: ['Posto *', 'Estação *'],
    suffixes:
      splitList(`Rota Sul, Via Clara, da Rotunda, Quilómetro Zero, Nova Milha, Estrada Larga, do Viaduto, Luz Verde,
      Meio Depósito, da Circular, Norte 24, Berma Certa`),
  },
};

/** The n-th name of a concept; repeats after all combinations. */
export function getSalePlaceName(concept: Concept, n: number): string {
  const { patterns, suffixes } = namePartsByConcept[concept];
  // Each round of suffixes shifts the patterns by one, so that consecutive names differ in both.
  const suffixIndex = n % suffixes.length;
  const pattern = patterns[(suffixIndex + Math.floor(n / suffixes.length)) % patterns.length]!;
  return pattern.replace('*', suffixes[suffixIndex]!);
}

export const countSalePlaceNames = (concept: Concept): number => {
  const { patterns, suffixes } = namePartsByConcept[concept];
  return patterns.length * suffixes.length;
};

/** Descriptions of sale places by concept; the seller's own is the Portuguese one. */
export const salePlaceDescriptions: Record<Concept, Record<Language, string>> = {
  padaria: {
    pt: 'Pão de fermentação natural, cozido cá desde manhã cedo.',
    en: 'Naturally leavened bread, baked here since the early morning.',
    ru: 'Хлеб на закваске: печём здесь с раннего утра.',
  },
  confeitaria: {
    pt: 'Bolos, salgados e uma montra que pede desculpa à dieta.',
    en: 'Cakes, savouries and a window that apologises to your diet.',
    ru: 'Пирожные, солёная выпечка и витрина, перед которой диеты бессильны.',
  },
  cafe: {
    pt: 'Café acabado de tirar, torradas e vagar.',
    en: 'Freshly made coffee, toast and no hurry.',
    ru: 'Свежий кофе, тосты и никакой спешки.',
  },
  tasca: {
    pt: 'Cozinha de panela e toalha de papel.',
    en: 'Home cooking from the pot, on paper tablecloths.',
    ru: 'Домашняя кухня из кастрюли, на бумажных скатертях.',
  },
  pizzaria: {
    pt: 'Massa de dois dias, forno de lenha, pouca conversa.',
    en: 'Two-day dough, a wood-fired oven, little talk.',
    ru: 'Тесто двух дней, дровяная печь, минимум слов.',
  },
  churrasqueira: {
    pt: 'Frango na brasa e piri-piri da casa.',
    en: 'Charcoal-grilled chicken and our own piri-piri.',
    ru: 'Курица на углях и соус пири-пири по-домашнему.',
  },
  sushi: {
    pt: 'Peixe do dia, arroz no ponto.',
    en: 'Fish of the day, rice just right.',
    ru: 'Свежая рыба и рис как надо.',
  },
  horta: {
    pt: 'Legumes primeiro, o resto logo se vê.',
    en: 'Vegetables first, the rest will follow.',
    ru: 'Сначала овощи, остальное потом.',
  },
  mundo: {
    pt: 'Receitas de longe, feitas ao lado.',
    en: 'Recipes from far away, made next door.',
    ru: 'Рецепты издалека, еда — по соседству.',
  },
  mercearia: {
    pt: 'Fruta, legumes e o que faltar para o jantar.',
    en: 'Fruit, vegetables and whatever dinner still needs.',
    ru: 'Фрукты, овощи и всё, чего не хватает к ужину.',
  },
  supermercado: {
    pt: 'O supermercado do bairro, com forno e talho próprios.',
    en: 'The local supermarket, with its own oven and butcher.',
    ru: 'Районный супермаркет со своей пекарней и мясным отделом.',
  },
  hotel: {
    pt: 'Quartos com vista e um bufete que nunca acaba a horas.',
    en: 'Rooms with a view and a buffet that never ends on time.',
    ru: 'Номера с видом и шведский стол, который не умеет заканчиваться вовремя.',
  },
  bomba: {
    pt: 'Combustível, café e sandes a qualquer hora.',
    en: 'Fuel, coffee and sandwiches at any hour.',
    ru: 'Топливо, кофе и сэндвичи в любое время.',
  },
};
