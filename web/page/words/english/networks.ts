/** The networks to choose from, each explained in two sentences: what it does, and what to expect. */
export const networks = {
  groups: {
    small: 'Small, for minutes of EEG',
    encoders: 'Standard encoders',
    gates: 'The gated transformer, one gate each',
    others: 'Models they are compared to',
    covariance: 'Classifiers of covariances, fitted at once',
  },
  trainedFurther: 'the opened model, trained further',
  recommended: (title: string) => `${title} (recommended)`,
  presets: {
    small_gated: {
      title: 'Small gated model',
      sentences:
        'Learned band-pass filters measure power, and one gated attention block weights moments. It learns rhythms from a few minutes of EEG.',
    },
    small_standard: {
      title: 'Small standard model',
      sentences:
        'The same with an ordinary attention block, without a gate. Compare the two to see what the gate contributes.',
    },
    flatten_gated: {
      title: 'Small gated model that keeps the order of time',
      sentences:
        'For responses at a fixed time after a cue: each moment has its own weights in the last layer. It may use slow waves, eye movements among them.',
    },
    patch_gated: {
      title: 'Small patch model',
      sentences:
        'Cuts each window into segments of 32 samples, which two gated attention blocks compare. It has no built-in filters, so it needs more data.',
    },
    conv_gated: {
      title: 'Convolutions and two gated blocks',
      sentences:
        'The first model with more filters and more depth. It needs more data and more time.',
    },
    pre_ln: {
      title: 'Encoder, norm first',
      sentences:
        'The usual encoder of today, in which every sample is a token. Its cost grows with the square of the window.',
    },
    post_ln: {
      title: 'Encoder, norm last',
      sentences:
        'The encoder as first published. It needs a learning rate that starts small and rises.',
    },
    vit1d: {
      title: 'Patches with a class token',
      sentences:
        'As vision transformers do, it reads segments of the window and gathers them in a class token. Without built-in knowledge of signals it needs a lot of data.',
    },
    swin1d: {
      title: 'Attention in shifted windows',
      sentences:
        'Each sample attends to its neighbours only, in blocks that are shifted by half a block in every second layer. Its cost grows with the length of the window, not with its square.',
    },
    patch_channel: {
      title: 'Patches of single channels',
      sentences:
        'Half a second of one channel is a token, so it knows electrodes by name. It is slow with many channels.',
    },
    gate_gru: {
      title: 'GRU gate',
      sentences:
        'Each block decides what to keep and what to take over, as the cell of a gated recurrent unit does. The best of the gates in the paper that proposed them for EEG.',
    },
    gate_highway: {
      title: 'Highway gate',
      sentences:
        'Each block mixes what came in with what it computed, in shares that add up to one. It begins close to passing its input on.',
    },
    gate_input: {
      title: 'Input gate',
      sentences:
        'Each block can turn down what came in before adding to it. The simplest gate, without a bias.',
    },
    gate_output: {
      title: 'Output gate',
      sentences: 'Each block can turn down what it adds. It begins with a quarter of it.',
    },
    gate_sigtanh: {
      title: 'SigTanh gate',
      sentences:
        'What a block adds is bounded to one and turned down. No single block can change a token much.',
    },
    gtrxl_compat: {
      title: 'GRU gate as in GTrXL',
      sentences:
        'The GRU gate with a ReLU before it, as in the reinforcement learning model it comes from. It shows whether that detail matters.',
    },
    band_power: {
      title: 'Band power, logistic regression',
      sentences:
        'How strong five rhythms are at each electrode, weighed by one number each. No network: one that does not beat it has learned little.',
    },
    eegnet: {
      title: 'EEGNet',
      sentences:
        'A small convolutional network: filters over time, a mix of electrodes for each, and a summary. The model that others are measured against.',
    },
    cnn: {
      title: 'Plain convolution',
      sentences:
        'Ten filters over time and all electrodes, and the highest response of each quarter of a second. Its form is assumed: the paper that lists it does not define it.',
    },
    syncnet: {
      title: 'SyncNet',
      sentences:
        'Its filters are damped oscillations whose frequency, phase and strength at each electrode are learned. They can be read directly.',
    },
    bilstm_attn: {
      title: 'Bidirectional LSTM with attention',
      sentences:
        'A recurrent network reads the window forwards and backwards, and attention weighs the moments. One sample after the other: it is slow.',
    },
    eeg_channelnet: {
      title: 'EEG-ChannelNet',
      sentences:
        'A deep convolutional network with several time scales and electrode groups. It was made for 128 electrodes and does not fit small windows.',
    },
    cram: {
      title: 'CRAM',
      sentences:
        'Convolutions over sliding pieces of the window, then an LSTM with attention. It needs windows of more than 256 samples.',
    },
    tangent_space: {
      title: 'Tangent space, logistic regression',
      sentences:
        'How strong each electrode is and which move together, relative to the mean, weighed by one number each. Often the best on minutes of one person.',
    },
    fgmdm: {
      title: 'Filtered distance to the mean',
      sentences:
        'The same, along the direction that tells two classes apart best. For two classes alone.',
    },
    mdm: {
      title: 'Distance to the mean',
      sentences:
        'Each class is the mean of its covariances, and a window belongs to the nearest. Nothing else is learned, so that it needs least data.',
    },
    csp: {
      title: 'Common spatial patterns',
      sentences:
        'Six mixtures of electrodes whose power differs most between the classes. It is the fastest, and its patterns can be read on the head.',
    },
    mesh_cascade_small: {
      title: 'Mesh cascade, small',
      sentences:
        'Lays the electrodes out by name as a picture for every sample, then reads ten pictures at a time with an LSTM. It was made for 64 electrodes, and is slow.',
    },
  },
};
