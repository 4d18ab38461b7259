import type { Concept } from '../concepts.ts';

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

/** Sale place descriptions by concept. */
export const salePlaceDescriptions: Record<Concept, string> = {
  padaria: 'Pão de fermentação natural, cozido cá desde manhã cedo.',
  confeitaria: 'Bolos, salgados e uma montra que pede desculpa à dieta.',
  cafe: 'Café acabado de tirar, torradas e vagar.',
  tasca: 'Cozinha de panela e toalha de papel.',
  pizzaria: 'Massa de dois dias, forno de lenha, pouca conversa.',
  churrasqueira: 'Frango na brasa e piri-piri da casa.',
  sushi: 'Peixe do dia, arroz no ponto.',
  horta: 'Legumes primeiro, o resto logo se vê.',
  mundo: 'Receitas de longe, feitas ao lado.',
  mercearia: 'Fruta, legumes e o que faltar para o jantar.',
  supermercado: 'O supermercado do bairro, com forno e talho próprios.',
  hotel: 'Quartos com vista e um bufete que nunca acaba a horas.',
  bomba: 'Combustível, café e sandes a qualquer hora.',
};
